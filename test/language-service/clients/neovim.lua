-- Opens a file, and reports what the language server did for it, as JSON in a file.
local folder, out = vim.env.FERRULE_FOLDER, vim.env.FERRULE_OUT
local found = {}

local function finish()
  local file = io.open(out, 'w')
  file:write(vim.json.encode(found))
  file:close()
  vim.cmd('qa!')
end

local ok, problem = pcall(function()
  vim.cmd('edit ' .. vim.fn.fnameescape(folder .. '/gate.yaml'))
  local id = vim.lsp.start_client({
    name = 'ferrule',
    cmd = { vim.env.FERRULE_NODE, vim.env.FERRULE_CLI, 'lsp', '--stdio' },
    root_dir = folder,
  })
  vim.lsp.buf_attach_client(0, id)
  local function wait(condition)
    return vim.wait(120000, condition, 50)
  end
  found.attached = wait(function()
    local client = vim.lsp.get_client_by_id(id)
    return client ~= nil and client.initialized == true
  end)
  wait(function()
    return #vim.diagnostic.get(0) > 0
  end)
  found.diagnostics = vim.tbl_map(function(one)
    return { line = one.lnum, source = one.source, severity = one.severity }
  end, vim.diagnostic.get(0))
  vim.api.nvim_buf_set_lines(0, 6, 7, true, { '    if: payment.amount > 5' })
  found.fixed = wait(function()
    return #vim.diagnostic.get(0) == 0
  end)
  vim.api.nvim_win_set_cursor(0, { 7, 17 })
  local params = vim.lsp.util.make_position_params()
  local answers = vim.lsp.buf_request_sync(0, 'textDocument/completion', params, 40000)
  found.completed = vim.tbl_map(function(item)
    return item.label
  end, answers[id].result)
  vim.lsp.buf.rename('cents')
  wait(function()
    return vim.api.nvim_buf_get_lines(0, 6, 7, true)[1]:find('cents') ~= nil
  end)
  found.text = vim.api.nvim_buf_get_lines(0, 0, -1, true)
end)
if not ok then
  found.problem = tostring(problem)
end
finish()
