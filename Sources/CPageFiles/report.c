#include "page_files.h"

// As literals of Swift, the files of the pages take its compiler longer than the code around them.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char theme[] = {
#embed "../Reports/Page/Resources/theme.css"
};

static const unsigned char style[] = {
#embed "../Reports/Page/Resources/report.css"
};

static const unsigned char script[] = {
#embed "../Reports/Page/Resources/report.js"
};

struct page_file page_theme(void) { return (struct page_file){theme, sizeof theme}; }

struct page_file report_style(void) { return (struct page_file){style, sizeof style}; }

struct page_file report_script(void) { return (struct page_file){script, sizeof script}; }
