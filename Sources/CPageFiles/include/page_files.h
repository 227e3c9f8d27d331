#include <stddef.h>

/// A text that the program carries for the pages it writes.
struct page_file {
  const unsigned char *bytes;
  size_t count;
};

/// The colours of every page, as variables of CSS.
struct page_file page_theme(void);

/// The style of a run's page.
struct page_file report_style(void);

/// The script of a run's page.
struct page_file report_script(void);

/// The body of a trace's page, without the trace.
struct page_file timeline_body(void);

/// The style of a trace's page.
struct page_file timeline_style(void);

/// The script of a trace's page.
struct page_file timeline_script(void);

/// The script of the worker in which the engine of a trace's page runs.
struct page_file timeline_worker(void);
