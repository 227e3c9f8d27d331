;; Emacs with eglot: starts the server for YAML files.
(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs '(yaml-mode . ("pushtrace" "lsp"))))
(add-hook 'yaml-mode-hook 'eglot-ensure)
