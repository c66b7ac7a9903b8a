-- For wrk: posts the lines of a file, each a JSON string without its quotation marks, one after the
-- other, and writes what came of it as one line of JSON.

local lines = {}
for line in io.lines(os.getenv("YIWEN_LOAD_LINES")) do lines[#lines + 1] = line end
local at = tonumber(os.getenv("YIWEN_LOAD_FIRST")) or 0
wrong = 0  -- global: it is asked for from outside
local threads = {}

function setup(thread) table.insert(threads, thread) end

function init() wrong = 0 end

function request()
  at = at + 1
  local text = lines[at % #lines + 1]
  return wrk.format("POST", "/translate", {["Content-Type"] = "application/json"},
    '{"text": "' .. text .. '"}')
end

function response(status, _, body)
  if status ~= 200 or body:sub(1, 16) ~= '{"translation": ' then wrong = wrong + 1 end
end

function done(summary, latency)
  local failed = 0
  for _, thread in ipairs(threads) do failed = failed + thread:get("wrong") end
  local errors = summary.errors
  io.write(string.format(
    '\n{"requests": %d, "seconds": %.3f, "errors": %d, "median": %.5f, "p95": %.5f}\n',
    summary.requests, summary.duration / 1e6,
    failed + errors.connect + errors.read + errors.write + errors.timeout,
    latency:percentile(50) / 1e6, latency:percentile(95) / 1e6))
end
