import Live

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The error of the last call of the system.
func systemError(_ code: Int32 = errno, _ name: String = "") -> LogStoreError {
  switch code {
  case ENOSPC, EDQUOT: .full
  case EROFS, EACCES, EPERM: .readOnly
  case ENOENT: .missing(name)
  default: .failed(String(cString: strerror(code)))
  }
}
