;; Emacs with dap-mode: M-x dap-debug debugs the trace in the buffer, or the scenario at point.
(require 'dap-mode)
(dap-register-debug-provider
 "pushtrace"
 (lambda (conf)
   (let ((file (buffer-file-name)))
     (append conf
             (list :dap-server-path '("pushtrace" "dap")
                   :program (if (string-match-p "\\.ya?ml\\'" file)
                                (format "%s:%d" file (line-number-at-pos))
                              file))))))
(dap-register-debug-template
 "pushtrace" (list :type "pushtrace" :request "launch" :name "pushtrace"))
