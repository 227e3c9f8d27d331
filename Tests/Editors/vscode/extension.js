// Starts the language server for YAML files and traces.
const { LanguageClient } = require("vscode-languageclient/node");

let client;

exports.activate = () => {
  client = new LanguageClient(
    "pushtrace",
    { command: "pushtrace", args: ["lsp"] },
    { documentSelector: [{ language: "yaml" }, { language: "pushtrace" }] },
  );
  return client.start();
};

exports.deactivate = () => client?.stop();
