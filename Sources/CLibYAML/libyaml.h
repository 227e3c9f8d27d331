#if __has_include(<yaml.h>)
#include <yaml.h>
#else
#error "libyaml's headers are missing. Debian or Ubuntu: apt-get install -y libyaml-dev pkg-config   macOS: brew install libyaml pkg-config"
#endif
