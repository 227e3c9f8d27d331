-- Opens a spec, sees the finding of a wrong key, applies what is proposed, sees it pass, runs it.
-- PUSHTRACE names the command, and the first argument of Neovim the spec.
local patience = 60 * 1000

local function fail(text)
  io.stderr:write("neovim: " .. text .. "\n")
  vim.cmd("cquit 1")
end

local function wait(what, holds)
  if not vim.wait(patience, holds, 20) then fail("never came: " .. what) end
end

local client = vim.lsp.start_client({
  name = "pushtrace",
  cmd = { vim.env.PUSHTRACE, "lsp" },
  root_dir = vim.fn.getcwd(),
})
vim.lsp.buf_attach_client(0, client)

local function ask(method, parameters)
  local answers = vim.lsp.buf_request_sync(0, method, parameters, patience)
  local answer = answers and answers[client]
  if not answer or answer.error then fail(method .. ": " .. vim.inspect(answer)) end
  return answer.result
end

wait("a finding", function() return #vim.diagnostic.get(0) > 0 end)
local finding = vim.diagnostic.get(0)[1]
print(finding.lnum + 1 .. " " .. vim.split(finding.message, "\n")[1])

vim.api.nvim_win_set_cursor(0, { finding.lnum + 1, finding.col })
local parameters = vim.lsp.util.make_range_params()
parameters.context = { diagnostics = {} }
local action = ask("textDocument/codeAction", parameters)[1]
print(action.title)
vim.lsp.util.apply_workspace_edit(
  action.edit, vim.lsp.get_client_by_id(client).offset_encoding)
wait("a file without findings", function() return #vim.diagnostic.get(0) == 0 end)

local file = vim.lsp.util.make_text_document_params()
local lenses = ask("textDocument/codeLens", { textDocument = file })
print(lenses[1].command.title)
print("run: " .. ask("workspace/executeCommand", lenses[2].command))
vim.lsp.stop_client(client)
vim.cmd("qall!")
