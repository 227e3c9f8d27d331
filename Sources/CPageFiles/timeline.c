#include "page_files.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char body[] = {
#embed "../Timeline/Page/Resources/page.html"
};

static const unsigned char style[] = {
#embed "../Timeline/Page/Resources/page.css"
};

// The files of the script in the order in which one needs the other, a line between two.
static const unsigned char script[] = {
#embed "../Timeline/Page/Resources/values.js" suffix(, '\n',)
#embed "../Timeline/Page/Resources/slices.js" suffix(, '\n',)
#embed "../Timeline/Page/Resources/dom.js" suffix(, '\n',)
#embed "../Timeline/Page/Resources/source.js" suffix(, '\n',)
#embed "../Timeline/Page/Resources/rows.js" suffix(, '\n',)
#embed "../Timeline/Page/Resources/trace.js" suffix(, '\n',)
#embed "../Timeline/Page/Resources/states.js" suffix(, '\n',)
#embed "../Timeline/Page/Resources/query.js" suffix(, '\n',)
#embed "../Timeline/Page/Resources/stored.js" suffix(, '\n',)
#embed "../Timeline/Page/Resources/engine.js" suffix(, '\n',)
#embed "../Timeline/Page/Resources/align.js" suffix(, '\n',)
#embed "../Timeline/Page/Resources/lanes.js" suffix(, '\n',)
#embed "../Timeline/Page/Resources/list.js" suffix(, '\n',)
#embed "../Timeline/Page/Resources/strip.js" suffix(, '\n',)
#embed "../Timeline/Page/Resources/pointer.js" suffix(, '\n',)
#embed "../Timeline/Page/Resources/inspector.js" suffix(, '\n',)
#embed "../Timeline/Page/Resources/changes.js" suffix(, '\n',)
#embed "../Timeline/Page/Resources/address.js" suffix(, '\n',)
#embed "../Timeline/Page/Resources/whatif.js" suffix(, '\n',)
#embed "../Timeline/Page/Resources/whynot.js" suffix(, '\n',)
#embed "../Timeline/Page/Resources/variants.js" suffix(, '\n',)
#embed "../Timeline/Page/Resources/replay.js" suffix(, '\n',)
#embed "../Timeline/Page/Resources/verdict.js" suffix(, '\n',)
#embed "../Timeline/Page/Resources/export.js" suffix(, '\n',)
#embed "../Timeline/Page/Resources/insert.js" suffix(, '\n',)
#embed "../Timeline/Page/Resources/branch.js" suffix(, '\n',)
#embed "../Timeline/Page/Resources/explorer.js" suffix(, '\n',)
#embed "../Timeline/Page/Resources/tabs.js" suffix(, '\n',)
#embed "../Timeline/Page/Resources/session.js" suffix(, '\n',)
#embed "../Timeline/Page/Resources/notes.js" suffix(, '\n',)
#embed "../Timeline/Page/Resources/copy.js" suffix(, '\n',)
#embed "../Timeline/Page/Resources/filter.js" suffix(, '\n',)
#embed "../Timeline/Page/Resources/search.js" suffix(, '\n',)
#embed "../Timeline/Page/Resources/page.js" suffix(, '\n',)
#embed "../Timeline/Page/Resources/workbench.js" suffix(, '\n',)
#embed "../Timeline/Page/Resources/main.js"
};

static const unsigned char worker[] = {
#embed "../Timeline/Page/Resources/worker.js"
};

struct page_file timeline_body(void) { return (struct page_file){body, sizeof body}; }

struct page_file timeline_style(void) { return (struct page_file){style, sizeof style}; }

struct page_file timeline_script(void) { return (struct page_file){script, sizeof script}; }

struct page_file timeline_worker(void) { return (struct page_file){worker, sizeof worker}; }
