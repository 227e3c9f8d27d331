;; Debugs a trace with the settings of debugging.el and `pushtrace` on the PATH: stops at a drift,
;; steps back to what came before it, and asks why; TRACE names the trace.
(require 'dap-mode)
(require 'dap-ui)
(load (expand-file-name "debugging.el" (file-name-directory load-file-name)) nil t)

(defun say (text) (princ (concat text "\n")))

(defun wait (what holds)
  (let ((end (+ (float-time) 60)))
    (while (not (funcall holds))
      (when (> (float-time) end) (error "Never came: %s" what))
      (accept-process-output nil 0.05))))

(defvar stops 0)
(add-hook 'dap-stack-frame-changed-hook (lambda (_) (setq stops (1+ stops))))

(defun stopped (what request)
  "Makes a request and waits for the frame at which the debugger stops after it."
  (let ((before stops))
    (funcall request)
    (wait what (lambda () (> stops before)))
    (let ((frame (dap--debug-session-active-frame (dap--cur-session))))
      (say (format "%s: line %d, %s" what (gethash "line" frame) (gethash "name" frame))))))

(find-file (getenv "TRACE"))
;; Without a breakpoint on a line this version sends no exception filters.
(goto-line 28)
(dap-breakpoint-toggle)
(stopped "drift"
         (lambda () (dap-debug (list :type "pushtrace" :request "launch" :name "pushtrace"))))
(let* ((session (dap--cur-session))
       (thread (dap--debug-session-thread-id session)))
  (stopped "back"
           (lambda () (dap-request session "stepBack" :threadId thread)))
  (stopped "on" (lambda () (dap-continue session thread)))
  (let ((frame (dap--debug-session-active-frame session)))
    (say (gethash "result" (dap-request session "evaluate" :expression "why" :context "repl"
                                        :frameId (gethash "id" frame)))))
  (dap-disconnect session))
