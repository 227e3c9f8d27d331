-- Neovim 0.8 and later: starts the server for YAML files, once for each project.
vim.api.nvim_create_autocmd("FileType", {
  pattern = "yaml",
  callback = function(event)
    local specs = vim.fs.find("Specs", { upward = true, path = vim.fs.dirname(event.file) })[1]
    vim.lsp.start({
      name = "pushtrace",
      cmd = { "pushtrace", "lsp" },
      root_dir = specs and vim.fs.dirname(specs) or vim.fn.getcwd(),
    })
  end,
})
