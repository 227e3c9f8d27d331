-- Neovim with nvim-dap: debugs the trace in the buffer, or the scenario under the cursor.
local dap = require("dap")
dap.adapters.pushtrace = { type = "executable", command = "pushtrace", args = { "dap" } }
local function program()
  local file = vim.fn.expand("%:p")
  return file:match("%.ya?ml$") and file .. ":" .. vim.fn.line(".") or file
end
local launch = { type = "pushtrace", request = "launch", name = "pushtrace", program = program }
dap.configurations.yaml = { launch }
dap.configurations.json = { launch }
dap.configurations.jsonl = { launch }
