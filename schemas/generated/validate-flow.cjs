// Generated from the JSON Schemas by `npm run generate`. Do not edit.
"use strict";
module.exports = validate52;
module.exports.default = validate52;
const schema19 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"flow.json","type":"object","required":["document","do"],"additionalProperties":false,"properties":{"document":{"type":"object","required":["dsl","namespace","name","version"],"additionalProperties":false,"properties":{"dsl":{"type":"string","pattern":"^1\\.0\\.(0|[1-9]\\d*)(-[0-9A-Za-z-]+(\\.[0-9A-Za-z-]+)*)?(\\+[0-9A-Za-z-]+(\\.[0-9A-Za-z-]+)*)?$"},"namespace":{"type":"string","pattern":"^[a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?$"},"name":{"type":"string","pattern":"^[a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?$"},"version":{"type":"string","pattern":"^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(-[0-9A-Za-z-]+(\\.[0-9A-Za-z-]+)*)?(\\+[0-9A-Za-z-]+(\\.[0-9A-Za-z-]+)*)?$"},"title":{"type":"string"},"summary":{"type":"string"},"tags":{"type":"object","additionalProperties":true},"metadata":{"type":"object","additionalProperties":true}}},"input":{"$ref":"#/$defs/input"},"use":{"type":"object","additionalProperties":false,"properties":{"authentications":{"type":"object","additionalProperties":{"$ref":"#/$defs/authentication"}},"errors":{"type":"object","additionalProperties":{"$ref":"#/$defs/error"}},"extensions":{"type":"array","items":{"type":"object","minProperties":1,"maxProperties":1,"additionalProperties":{"$ref":"#/$defs/extension"}}},"functions":{"type":"object","additionalProperties":{"$ref":"#/$defs/task"}},"retries":{"type":"object","additionalProperties":{"$ref":"#/$defs/retryPolicy"}},"secrets":{"type":"array","items":{"type":"string"}},"timeouts":{"type":"object","additionalProperties":{"$ref":"#/$defs/timeout"}},"catalogs":{"type":"object","additionalProperties":{"$ref":"#/$defs/catalog"}}}},"do":{"$ref":"#/$defs/taskList"},"timeout":{"$ref":"#/$defs/timeoutOrName"},"output":{"$ref":"#/$defs/output"},"schedule":{"type":"object","additionalProperties":false,"dependentRequired":{"read":["on"]},"properties":{"every":{"$ref":"#/$defs/duration"},"cron":{"type":"string","minLength":1},"after":{"$ref":"#/$defs/duration"},"on":{"$ref":"#/$defs/eventStrategy"},"read":{"$ref":"#/$defs/eventRead"}}},"evaluate":{"type":"object","additionalProperties":false,"properties":{"language":{"type":"string","default":"jq"},"mode":{"type":"string","enum":["strict","loose"],"default":"strict"}}}},"$defs":{"authentication":{"oneOf":[{"$ref":"#/$defs/basicAuthentication"},{"$ref":"#/$defs/bearerAuthentication"},{"$ref":"#/$defs/digestAuthentication"},{"$ref":"#/$defs/oauth2Authentication"},{"$ref":"#/$defs/oidcAuthentication"}]},"authenticationOrName":{"oneOf":[{"type":"object","required":["use"],"additionalProperties":false,"properties":{"use":{"type":"string","minLength":1}}},{"$ref":"#/$defs/basicAuthentication"},{"$ref":"#/$defs/bearerAuthentication"},{"$ref":"#/$defs/digestAuthentication"},{"$ref":"#/$defs/oauth2Authentication"},{"$ref":"#/$defs/oidcAuthentication"}]},"basicAuthentication":{"type":"object","required":["basic"],"additionalProperties":false,"properties":{"basic":{"oneOf":[{"type":"object","required":["username","password"],"additionalProperties":false,"properties":{"username":{"type":"string"},"password":{"type":"string"}}},{"$ref":"#/$defs/secretUse"}]}}},"bearerAuthentication":{"type":"object","required":["bearer"],"additionalProperties":false,"properties":{"bearer":{"oneOf":[{"type":"object","required":["token"],"additionalProperties":false,"properties":{"token":{"type":"string"}}},{"$ref":"#/$defs/secretUse"}]}}},"callA2A":{"type":"object","required":["call","with"],"additionalProperties":false,"properties":{"call":{"const":"a2a"},"with":{"type":"object","required":["method"],"additionalProperties":false,"properties":{"agentCard":{"$ref":"#/$defs/externalResource"},"server":{"$ref":"#/$defs/endpoint"},"method":{"type":"string","enum":["message/send","message/stream","tasks/get","tasks/list","tasks/cancel","tasks/resubscribe","tasks/pushNotificationConfig/set","tasks/pushNotificationConfig/get","tasks/pushNotificationConfig/list","tasks/pushNotificationConfig/delete","agent/getAuthenticatedExtendedCard"]},"parameters":{"oneOf":[{"type":"object","additionalProperties":true,"minProperties":1},{"type":"string"}]}}},"if":{"$ref":"#/$defs/taskIf"},"input":{"$ref":"#/$defs/taskInput"},"output":{"$ref":"#/$defs/taskOutput"},"export":{"$ref":"#/$defs/taskExport"},"timeout":{"$ref":"#/$defs/taskTimeout"},"then":{"$ref":"#/$defs/taskThen"},"metadata":{"$ref":"#/$defs/taskMetadata"}}},"callAsyncApi":{"type":"object","required":["call","with"],"additionalProperties":false,"properties":{"call":{"const":"asyncapi"},"with":{"type":"object","additionalProperties":false,"oneOf":[{"required":["document","operation","message"]},{"required":["document","operation","subscription"]},{"required":["document","channel","message"]},{"required":["document","channel","subscription"]}],"properties":{"document":{"$ref":"#/$defs/externalResource"},"channel":{"type":"string"},"operation":{"type":"string"},"server":{"type":"object","required":["name"],"additionalProperties":false,"properties":{"name":{"type":"string"},"variables":{"type":"object","additionalProperties":true}}},"protocol":{"type":"string","enum":["amqp","amqp1","anypointmq","googlepubsub","http","ibmmq","jms","kafka","mercure","mqtt","mqtt5","nats","pulsar","redis","sns","solace","sqs","stomp","ws"]},"message":{"type":"object","additionalProperties":false,"properties":{"payload":{"type":"object","additionalProperties":true},"headers":{"type":"object","additionalProperties":true}}},"subscription":{"type":"object","required":["consume"],"additionalProperties":false,"properties":{"filter":{"$ref":"#/$defs/expression"},"consume":{"oneOf":[{"type":"object","required":["amount"],"additionalProperties":false,"properties":{"amount":{"type":"integer","minimum":1},"for":{"$ref":"#/$defs/duration"}}},{"type":"object","required":["while"],"additionalProperties":false,"properties":{"while":{"$ref":"#/$defs/expression"},"for":{"$ref":"#/$defs/duration"}}},{"type":"object","required":["until"],"additionalProperties":false,"properties":{"until":{"$ref":"#/$defs/expression"},"for":{"$ref":"#/$defs/duration"}}}]},"foreach":{"$ref":"#/$defs/iterator"}}},"authentication":{"$ref":"#/$defs/authenticationOrName"}}},"if":{"$ref":"#/$defs/taskIf"},"input":{"$ref":"#/$defs/taskInput"},"output":{"$ref":"#/$defs/taskOutput"},"export":{"$ref":"#/$defs/taskExport"},"timeout":{"$ref":"#/$defs/taskTimeout"},"then":{"$ref":"#/$defs/taskThen"},"metadata":{"$ref":"#/$defs/taskMetadata"}}},"callFunction":{"type":"object","required":["call"],"additionalProperties":false,"properties":{"call":{"type":"string","minLength":1,"not":{"enum":["asyncapi","grpc","http","openapi","a2a","mcp"]}},"with":{"type":"object","additionalProperties":true},"if":{"$ref":"#/$defs/taskIf"},"input":{"$ref":"#/$defs/taskInput"},"output":{"$ref":"#/$defs/taskOutput"},"export":{"$ref":"#/$defs/taskExport"},"timeout":{"$ref":"#/$defs/taskTimeout"},"then":{"$ref":"#/$defs/taskThen"},"metadata":{"$ref":"#/$defs/taskMetadata"}}},"callGrpc":{"type":"object","required":["call","with"],"additionalProperties":false,"properties":{"call":{"const":"grpc"},"with":{"type":"object","required":["proto","service","method"],"additionalProperties":false,"properties":{"proto":{"$ref":"#/$defs/externalResource"},"service":{"type":"object","required":["name","host"],"additionalProperties":false,"properties":{"name":{"type":"string","minLength":1},"host":{"type":"string","pattern":"^[a-zA-Z0-9]([a-zA-Z0-9.-]{0,61}[a-zA-Z0-9])?$"},"port":{"type":"integer","minimum":0,"maximum":65535},"authentication":{"$ref":"#/$defs/authenticationOrName"}}},"method":{"type":"string","minLength":1},"arguments":{"type":"object","additionalProperties":true}}},"if":{"$ref":"#/$defs/taskIf"},"input":{"$ref":"#/$defs/taskInput"},"output":{"$ref":"#/$defs/taskOutput"},"export":{"$ref":"#/$defs/taskExport"},"timeout":{"$ref":"#/$defs/taskTimeout"},"then":{"$ref":"#/$defs/taskThen"},"metadata":{"$ref":"#/$defs/taskMetadata"}}},"callHttp":{"type":"object","required":["call","with"],"additionalProperties":false,"properties":{"call":{"const":"http"},"with":{"type":"object","required":["method","endpoint"],"additionalProperties":false,"properties":{"method":{"type":"string","minLength":1},"endpoint":{"$ref":"#/$defs/endpoint"},"headers":{"$ref":"#/$defs/httpHeaders"},"query":{"$ref":"#/$defs/httpQuery"},"body":{},"output":{"$ref":"#/$defs/httpOutput"},"redirect":{"$ref":"#/$defs/httpRedirect"}}},"if":{"$ref":"#/$defs/taskIf"},"input":{"$ref":"#/$defs/taskInput"},"output":{"$ref":"#/$defs/taskOutput"},"export":{"$ref":"#/$defs/taskExport"},"timeout":{"$ref":"#/$defs/taskTimeout"},"then":{"$ref":"#/$defs/taskThen"},"metadata":{"$ref":"#/$defs/taskMetadata"}}},"callMcp":{"type":"object","required":["call","with"],"additionalProperties":false,"properties":{"call":{"const":"mcp"},"with":{"type":"object","required":["method","transport"],"properties":{"protocolVersion":{"type":"string"},"method":{"type":"string","enum":["tools/list","tools/call","prompts/list","prompts/get","resources/list","resources/read","resources/templates/list"]},"parameters":{"oneOf":[{"type":"object","additionalProperties":true},{"type":"string"}]},"timeout":{"$ref":"#/$defs/duration"},"transport":{"oneOf":[{"type":"object","required":["http"],"additionalProperties":false,"properties":{"http":{"type":"object","required":["endpoint"],"properties":{"endpoint":{"$ref":"#/$defs/endpoint"},"headers":{"type":"object","additionalProperties":{"type":"string"}}}},"options":{"type":"object","additionalProperties":{"type":"string"}}}},{"type":"object","required":["stdio"],"additionalProperties":false,"properties":{"stdio":{"type":"object","required":["command"],"properties":{"command":{"type":"string"},"arguments":{"type":"array","items":{"type":"string"}},"environment":{"type":"object","additionalProperties":{"type":"string"}}}},"options":{"type":"object","additionalProperties":{"type":"string"}}}}]},"client":{"type":"object","required":["name","version"],"properties":{"name":{"type":"string"},"version":{"type":"string"}}}}},"if":{"$ref":"#/$defs/taskIf"},"input":{"$ref":"#/$defs/taskInput"},"output":{"$ref":"#/$defs/taskOutput"},"export":{"$ref":"#/$defs/taskExport"},"timeout":{"$ref":"#/$defs/taskTimeout"},"then":{"$ref":"#/$defs/taskThen"},"metadata":{"$ref":"#/$defs/taskMetadata"}}},"callOpenApi":{"type":"object","required":["call","with"],"additionalProperties":false,"properties":{"call":{"const":"openapi"},"with":{"type":"object","required":["document","operationId"],"additionalProperties":false,"properties":{"document":{"$ref":"#/$defs/externalResource"},"operationId":{"type":"string","minLength":1},"parameters":{"type":"object","additionalProperties":true},"authentication":{"$ref":"#/$defs/authenticationOrName"},"output":{"$ref":"#/$defs/httpOutput"},"redirect":{"$ref":"#/$defs/httpRedirect"}}},"if":{"$ref":"#/$defs/taskIf"},"input":{"$ref":"#/$defs/taskInput"},"output":{"$ref":"#/$defs/taskOutput"},"export":{"$ref":"#/$defs/taskExport"},"timeout":{"$ref":"#/$defs/taskTimeout"},"then":{"$ref":"#/$defs/taskThen"},"metadata":{"$ref":"#/$defs/taskMetadata"}}},"callTask":{"oneOf":[{"$ref":"#/$defs/callHttp"},{"$ref":"#/$defs/callOpenApi"},{"$ref":"#/$defs/callGrpc"},{"$ref":"#/$defs/callAsyncApi"},{"$ref":"#/$defs/callA2A"},{"$ref":"#/$defs/callMcp"},{"$ref":"#/$defs/callFunction"}]},"catalog":{"type":"object","required":["endpoint"],"additionalProperties":false,"properties":{"endpoint":{"$ref":"#/$defs/endpoint"}}},"digestAuthentication":{"type":"object","required":["digest"],"additionalProperties":false,"properties":{"digest":{"oneOf":[{"type":"object","required":["username","password"],"additionalProperties":false,"properties":{"username":{"type":"string"},"password":{"type":"string"}}},{"$ref":"#/$defs/secretUse"}]}}},"doTask":{"type":"object","required":["do"],"additionalProperties":false,"properties":{"do":{"$ref":"#/$defs/taskList"},"if":{"$ref":"#/$defs/taskIf"},"input":{"$ref":"#/$defs/taskInput"},"output":{"$ref":"#/$defs/taskOutput"},"export":{"$ref":"#/$defs/taskExport"},"timeout":{"$ref":"#/$defs/taskTimeout"},"then":{"$ref":"#/$defs/taskThen"},"metadata":{"$ref":"#/$defs/taskMetadata"}}},"duration":{"oneOf":[{"type":"object","additionalProperties":false,"minProperties":1,"properties":{"days":{"type":"integer","minimum":0},"hours":{"type":"integer","minimum":0},"minutes":{"type":"integer","minimum":0},"seconds":{"type":"integer","minimum":0},"milliseconds":{"type":"integer","minimum":0}}},{"type":"string","pattern":"^P(?=.)(\\d+(\\.\\d+)?Y)?(\\d+(\\.\\d+)?M)?(\\d+(\\.\\d+)?W)?(\\d+(\\.\\d+)?D)?(T(?=\\d)(\\d+(\\.\\d+)?H)?(\\d+(\\.\\d+)?M)?(\\d+(\\.\\d+)?S)?)?$|^\\s*\\$\\{[\\s\\S]+\\}\\s*$"}]},"emitTask":{"type":"object","required":["emit"],"additionalProperties":false,"properties":{"emit":{"type":"object","required":["event"],"additionalProperties":false,"properties":{"event":{"type":"object","additionalProperties":true,"properties":{"with":{"$ref":"#/$defs/emittedEventProperties"}}}}},"if":{"$ref":"#/$defs/taskIf"},"input":{"$ref":"#/$defs/taskInput"},"output":{"$ref":"#/$defs/taskOutput"},"export":{"$ref":"#/$defs/taskExport"},"timeout":{"$ref":"#/$defs/taskTimeout"},"then":{"$ref":"#/$defs/taskThen"},"metadata":{"$ref":"#/$defs/taskMetadata"}}},"emittedEventProperties":{"type":"object","required":["type"],"additionalProperties":true,"properties":{"id":{"type":"string"},"source":{"type":"string","pattern":"^\\s*\\$\\{[\\s\\S]+\\}\\s*$|^(?!\\s*\\$\\{)([^\\s{}]|\\{[^\\s{}]+\\})+$"},"type":{"type":"string"},"time":{"type":"string","pattern":"^\\d{4}-\\d\\d-\\d\\d[Tt ]\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?([Zz]|[+-]\\d\\d:?\\d\\d)$|^\\s*\\$\\{[\\s\\S]+\\}\\s*$"},"subject":{"type":"string"},"datacontenttype":{"type":"string"},"dataschema":{"type":"string","pattern":"^\\s*\\$\\{[\\s\\S]+\\}\\s*$|^(?!\\s*\\$\\{)([^\\s{}]|\\{[^\\s{}]+\\})+$"},"data":{}}},"endingEvents":{"oneOf":[{"type":"object","required":["all"],"additionalProperties":false,"properties":{"all":{"type":"array","items":{"$ref":"#/$defs/eventFilter"}}}},{"type":"object","required":["any"],"additionalProperties":false,"properties":{"any":{"type":"array","items":{"$ref":"#/$defs/eventFilter"}}}},{"type":"object","required":["one"],"additionalProperties":false,"properties":{"one":{"$ref":"#/$defs/eventFilter"}}}]},"endpoint":{"oneOf":[{"type":"string","pattern":"^\\s*\\$\\{[\\s\\S]+\\}\\s*$|^(?!\\s*\\$\\{)([^\\s{}]|\\{[^\\s{}]+\\})+$"},{"type":"object","required":["uri"],"additionalProperties":false,"properties":{"uri":{"type":"string","pattern":"^\\s*\\$\\{[\\s\\S]+\\}\\s*$|^(?!\\s*\\$\\{)([^\\s{}]|\\{[^\\s{}]+\\})+$"},"authentication":{"$ref":"#/$defs/authenticationOrName"}}}]},"error":{"type":"object","required":["type","status"],"additionalProperties":false,"properties":{"type":{"type":"string","pattern":"^\\s*\\$\\{[\\s\\S]+\\}\\s*$|^(?!\\s*\\$\\{)([^\\s{}]|\\{[^\\s{}]+\\})+$"},"status":{"type":"integer"},"instance":{"type":"string","pattern":"^(/([^/~]|~[01])*)*$|^\\s*\\$\\{[\\s\\S]+\\}\\s*$"},"title":{"type":"string"},"detail":{"type":"string"}}},"eventFilter":{"type":"object","required":["with"],"additionalProperties":false,"properties":{"with":{"$ref":"#/$defs/filteredEventProperties"},"correlate":{"type":"object","additionalProperties":{"type":"object","required":["from"],"properties":{"from":{"type":"string","minLength":1},"expect":{"type":"string"}}}}}},"eventProperties":{"type":"object","additionalProperties":true,"properties":{"id":{"type":"string"},"source":{"type":"string","pattern":"^\\s*\\$\\{[\\s\\S]+\\}\\s*$|^(?!\\s*\\$\\{)([^\\s{}]|\\{[^\\s{}]+\\})+$"},"type":{"type":"string"},"time":{"type":"string","pattern":"^\\d{4}-\\d\\d-\\d\\d[Tt ]\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?([Zz]|[+-]\\d\\d:?\\d\\d)$|^\\s*\\$\\{[\\s\\S]+\\}\\s*$"},"subject":{"type":"string"},"datacontenttype":{"type":"string"},"dataschema":{"type":"string","pattern":"^\\s*\\$\\{[\\s\\S]+\\}\\s*$|^(?!\\s*\\$\\{)([^\\s{}]|\\{[^\\s{}]+\\})+$"},"data":{}}},"eventRead":{"type":"string","enum":["data","envelope","raw"],"default":"data"},"eventStrategy":{"oneOf":[{"type":"object","required":["all"],"additionalProperties":false,"properties":{"all":{"type":"array","items":{"$ref":"#/$defs/eventFilter"}}}},{"type":"object","required":["any"],"additionalProperties":false,"properties":{"any":{"type":"array","items":{"$ref":"#/$defs/eventFilter"}},"until":{"oneOf":[{"type":"string","minLength":1},{"$ref":"#/$defs/endingEvents"}]}}},{"type":"object","required":["one"],"additionalProperties":false,"properties":{"one":{"$ref":"#/$defs/eventFilter"}}}]},"export":{"type":"object","additionalProperties":false,"properties":{"schema":{"$ref":"#/$defs/schema"},"as":{"oneOf":[{"type":"string"},{"type":"object","additionalProperties":true}]}}},"expression":{"type":"string","pattern":"^\\s*\\$\\{[\\s\\S]+\\}\\s*$"},"extension":{"type":"object","required":["extend"],"additionalProperties":false,"properties":{"extend":{"type":"string","enum":["call","composite","emit","for","listen","raise","run","set","switch","try","wait","all"]},"when":{"type":"string","minLength":1},"before":{"$ref":"#/$defs/taskList"},"after":{"$ref":"#/$defs/taskList"}}},"externalResource":{"type":"object","required":["endpoint"],"additionalProperties":false,"properties":{"name":{"type":"string"},"endpoint":{"$ref":"#/$defs/endpoint"}}},"filteredEventProperties":{"type":"object","minProperties":1,"additionalProperties":true,"properties":{"id":{"type":"string"},"source":{"type":"string","pattern":"^\\s*\\$\\{[\\s\\S]+\\}\\s*$|^(?!\\s*\\$\\{)([^\\s{}]|\\{[^\\s{}]+\\})+$"},"type":{"type":"string"},"time":{"type":"string","pattern":"^\\d{4}-\\d\\d-\\d\\d[Tt ]\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?([Zz]|[+-]\\d\\d:?\\d\\d)$|^\\s*\\$\\{[\\s\\S]+\\}\\s*$"},"subject":{"type":"string"},"datacontenttype":{"type":"string"},"dataschema":{"type":"string","pattern":"^\\s*\\$\\{[\\s\\S]+\\}\\s*$|^(?!\\s*\\$\\{)([^\\s{}]|\\{[^\\s{}]+\\})+$"},"data":{}}},"flowDirective":{"type":"string","minLength":1},"forTask":{"type":"object","required":["for","do"],"additionalProperties":false,"properties":{"for":{"type":"object","required":["in"],"additionalProperties":false,"properties":{"each":{"type":"string","default":"item","minLength":1},"in":{"oneOf":[{"type":"string","minLength":1},{"type":"array","items":{"type":"object","additionalProperties":true}}]},"at":{"type":"string","default":"index","minLength":1}}},"while":{"type":"string","minLength":1},"do":{"$ref":"#/$defs/taskList"},"if":{"$ref":"#/$defs/taskIf"},"input":{"$ref":"#/$defs/taskInput"},"output":{"$ref":"#/$defs/taskOutput"},"export":{"$ref":"#/$defs/taskExport"},"timeout":{"$ref":"#/$defs/taskTimeout"},"then":{"$ref":"#/$defs/taskThen"},"metadata":{"$ref":"#/$defs/taskMetadata"}}},"forkTask":{"type":"object","required":["fork"],"additionalProperties":false,"properties":{"fork":{"type":"object","required":["branches"],"additionalProperties":false,"properties":{"branches":{"$ref":"#/$defs/taskList"},"compete":{"type":"boolean","default":false}}},"if":{"$ref":"#/$defs/taskIf"},"input":{"$ref":"#/$defs/taskInput"},"output":{"$ref":"#/$defs/taskOutput"},"export":{"$ref":"#/$defs/taskExport"},"timeout":{"$ref":"#/$defs/taskTimeout"},"then":{"$ref":"#/$defs/taskThen"},"metadata":{"$ref":"#/$defs/taskMetadata"}}},"httpHeaders":{"oneOf":[{"type":"object","additionalProperties":{"type":"string"}},{"$ref":"#/$defs/expression"}]},"httpOutput":{"type":"string","enum":["raw","content","response"],"default":"content"},"httpQuery":{"oneOf":[{"type":"object","additionalProperties":{"type":"string"}},{"$ref":"#/$defs/expression"}]},"httpRedirect":{"type":"boolean"},"input":{"type":"object","additionalProperties":false,"properties":{"schema":{"$ref":"#/$defs/schema"},"from":{"oneOf":[{"type":"string"},{"type":"object","additionalProperties":true}]}}},"iterator":{"type":"object","additionalProperties":false,"properties":{"item":{"type":"string","default":"item","minLength":1},"at":{"type":"string","default":"index","minLength":1},"do":{"$ref":"#/$defs/taskList"},"output":{"$ref":"#/$defs/output"},"export":{"$ref":"#/$defs/export"}}},"listenTask":{"type":"object","required":["listen"],"additionalProperties":false,"properties":{"listen":{"type":"object","required":["to"],"additionalProperties":false,"properties":{"to":{"$ref":"#/$defs/eventStrategy"},"read":{"$ref":"#/$defs/eventRead"}}},"foreach":{"$ref":"#/$defs/iterator"},"if":{"$ref":"#/$defs/taskIf"},"input":{"$ref":"#/$defs/taskInput"},"output":{"$ref":"#/$defs/taskOutput"},"export":{"$ref":"#/$defs/taskExport"},"timeout":{"$ref":"#/$defs/taskTimeout"},"then":{"$ref":"#/$defs/taskThen"},"metadata":{"$ref":"#/$defs/taskMetadata"}}},"oauth2Authentication":{"type":"object","required":["oauth2"],"additionalProperties":false,"properties":{"oauth2":{"oneOf":[{"type":"object","required":["authority","grant"],"additionalProperties":false,"properties":{"authority":{"$ref":"#/$defs/oauthAuthority"},"grant":{"$ref":"#/$defs/oauthGrant"},"client":{"$ref":"#/$defs/oauthClient"},"request":{"$ref":"#/$defs/oauthRequest"},"issuers":{"$ref":"#/$defs/oauthIssuers"},"scopes":{"$ref":"#/$defs/oauthScopes"},"audiences":{"$ref":"#/$defs/oauthAudiences"},"username":{"$ref":"#/$defs/oauthUsername"},"password":{"$ref":"#/$defs/oauthPassword"},"subject":{"$ref":"#/$defs/oauthSubject"},"actor":{"$ref":"#/$defs/oauthActor"},"endpoints":{"type":"object","properties":{"token":{"type":"string","default":"/oauth2/token"},"revocation":{"type":"string","default":"/oauth2/revoke"},"introspection":{"type":"string","default":"/oauth2/introspect"}}}}},{"$ref":"#/$defs/secretUse"}]}}},"oauthActor":{"type":"object","required":["token","type"],"additionalProperties":false,"properties":{"token":{"type":"string"},"type":{"type":"string"}}},"oauthAudiences":{"type":"array","items":{"type":"string"}},"oauthAuthority":{"type":"string","pattern":"^\\s*\\$\\{[\\s\\S]+\\}\\s*$|^(?!\\s*\\$\\{)([^\\s{}]|\\{[^\\s{}]+\\})+$"},"oauthClient":{"type":"object","additionalProperties":false,"properties":{"id":{"type":"string"},"secret":{"type":"string"},"assertion":{"type":"string"},"authentication":{"type":"string","enum":["client_secret_basic","client_secret_post","client_secret_jwt","private_key_jwt","none"],"default":"client_secret_post"}}},"oauthGrant":{"type":"string","enum":["authorization_code","client_credentials","password","refresh_token","urn:ietf:params:oauth:grant-type:token-exchange"]},"oauthIssuers":{"type":"array","items":{"type":"string"}},"oauthPassword":{"type":"string"},"oauthRequest":{"type":"object","properties":{"encoding":{"type":"string","enum":["application/x-www-form-urlencoded","application/json"],"default":"application/x-www-form-urlencoded"}}},"oauthScopes":{"type":"array","items":{"type":"string"}},"oauthSubject":{"type":"object","required":["token","type"],"additionalProperties":false,"properties":{"token":{"type":"string"},"type":{"type":"string"}}},"oauthUsername":{"type":"string"},"oidcAuthentication":{"type":"object","required":["oidc"],"additionalProperties":false,"properties":{"oidc":{"oneOf":[{"type":"object","required":["authority","grant"],"additionalProperties":false,"properties":{"authority":{"$ref":"#/$defs/oauthAuthority"},"grant":{"$ref":"#/$defs/oauthGrant"},"client":{"$ref":"#/$defs/oauthClient"},"request":{"$ref":"#/$defs/oauthRequest"},"issuers":{"$ref":"#/$defs/oauthIssuers"},"scopes":{"$ref":"#/$defs/oauthScopes"},"audiences":{"$ref":"#/$defs/oauthAudiences"},"username":{"$ref":"#/$defs/oauthUsername"},"password":{"$ref":"#/$defs/oauthPassword"},"subject":{"$ref":"#/$defs/oauthSubject"},"actor":{"$ref":"#/$defs/oauthActor"}}},{"$ref":"#/$defs/secretUse"}]}}},"output":{"type":"object","additionalProperties":false,"properties":{"schema":{"$ref":"#/$defs/schema"},"as":{"oneOf":[{"type":"string"},{"type":"object","additionalProperties":true}]}}},"processArguments":{"type":"array","items":{"type":"string"}},"processAwait":{"type":"boolean","default":true},"processEnvironment":{"type":"object","additionalProperties":true},"processReturn":{"type":"string","enum":["stdout","stderr","code","all","none"],"default":"stdout"},"processStdin":{"type":"string"},"raiseTask":{"type":"object","required":["raise"],"additionalProperties":false,"properties":{"raise":{"type":"object","required":["error"],"additionalProperties":false,"properties":{"error":{"oneOf":[{"$ref":"#/$defs/error"},{"type":"string","minLength":1}]}}},"if":{"$ref":"#/$defs/taskIf"},"input":{"$ref":"#/$defs/taskInput"},"output":{"$ref":"#/$defs/taskOutput"},"export":{"$ref":"#/$defs/taskExport"},"timeout":{"$ref":"#/$defs/taskTimeout"},"then":{"$ref":"#/$defs/taskThen"},"metadata":{"$ref":"#/$defs/taskMetadata"}}},"retryPolicy":{"type":"object","additionalProperties":false,"properties":{"when":{"type":"string","minLength":1},"exceptWhen":{"type":"string","minLength":1},"delay":{"$ref":"#/$defs/duration"},"backoff":{"oneOf":[{"type":"object","required":["constant"],"additionalProperties":false,"properties":{"constant":{"type":"object","additionalProperties":true}}},{"type":"object","required":["exponential"],"additionalProperties":false,"properties":{"exponential":{"type":"object","additionalProperties":true}}},{"type":"object","required":["linear"],"additionalProperties":false,"properties":{"linear":{"type":"object","additionalProperties":true}}}]},"limit":{"type":"object","additionalProperties":false,"properties":{"attempt":{"type":"object","additionalProperties":false,"properties":{"count":{"type":"integer"},"duration":{"$ref":"#/$defs/duration"}}},"duration":{"$ref":"#/$defs/duration"}}},"jitter":{"type":"object","required":["from","to"],"additionalProperties":false,"properties":{"from":{"$ref":"#/$defs/duration"},"to":{"$ref":"#/$defs/duration"}}}}},"runContainer":{"type":"object","required":["container"],"additionalProperties":false,"properties":{"container":{"type":"object","required":["image"],"additionalProperties":false,"properties":{"image":{"type":"string","minLength":1},"name":{"type":"string"},"command":{"type":"string"},"ports":{"type":"object","additionalProperties":true},"volumes":{"type":"object","additionalProperties":true},"environment":{"$ref":"#/$defs/processEnvironment"},"stdin":{"$ref":"#/$defs/processStdin"},"arguments":{"$ref":"#/$defs/processArguments"},"lifetime":{"oneOf":[{"type":"object","required":["cleanup"],"additionalProperties":false,"properties":{"cleanup":{"type":"string","enum":["always","never"]}}},{"type":"object","required":["cleanup","after"],"additionalProperties":false,"properties":{"cleanup":{"const":"eventually"},"after":{"$ref":"#/$defs/duration"}}}]},"pullPolicy":{"type":"string","enum":["ifNotPresent","always","never"]}}},"await":{"$ref":"#/$defs/processAwait"},"return":{"$ref":"#/$defs/processReturn"}}},"runScript":{"type":"object","required":["script"],"additionalProperties":false,"properties":{"script":{"oneOf":[{"type":"object","required":["code","language"],"additionalProperties":false,"properties":{"code":{"type":"string","minLength":1},"language":{"type":"string","minLength":1},"stdin":{"$ref":"#/$defs/processStdin"},"arguments":{"$ref":"#/$defs/scriptArguments"},"environment":{"$ref":"#/$defs/processEnvironment"}}},{"type":"object","required":["source","language"],"additionalProperties":false,"properties":{"source":{"$ref":"#/$defs/externalResource"},"language":{"type":"string","minLength":1},"stdin":{"$ref":"#/$defs/processStdin"},"arguments":{"$ref":"#/$defs/scriptArguments"},"environment":{"$ref":"#/$defs/processEnvironment"}}}]},"await":{"$ref":"#/$defs/processAwait"},"return":{"$ref":"#/$defs/processReturn"}}},"runShell":{"type":"object","required":["shell"],"additionalProperties":false,"properties":{"shell":{"type":"object","required":["command"],"additionalProperties":false,"properties":{"command":{"type":"string","minLength":1},"stdin":{"$ref":"#/$defs/processStdin"},"arguments":{"$ref":"#/$defs/processArguments"},"environment":{"$ref":"#/$defs/processEnvironment"}}},"await":{"$ref":"#/$defs/processAwait"},"return":{"$ref":"#/$defs/processReturn"}}},"runTask":{"type":"object","required":["run"],"additionalProperties":false,"properties":{"run":{"oneOf":[{"$ref":"#/$defs/runWorkflow"},{"$ref":"#/$defs/runContainer"},{"$ref":"#/$defs/runScript"},{"$ref":"#/$defs/runShell"}]},"if":{"$ref":"#/$defs/taskIf"},"input":{"$ref":"#/$defs/taskInput"},"output":{"$ref":"#/$defs/taskOutput"},"export":{"$ref":"#/$defs/taskExport"},"timeout":{"$ref":"#/$defs/taskTimeout"},"then":{"$ref":"#/$defs/taskThen"},"metadata":{"$ref":"#/$defs/taskMetadata"}}},"runWorkflow":{"type":"object","required":["workflow"],"additionalProperties":false,"properties":{"workflow":{"type":"object","required":["namespace","name","version"],"additionalProperties":false,"properties":{"namespace":{"type":"string","minLength":1},"name":{"type":"string","minLength":1},"version":{"type":"string","default":"latest","minLength":1},"input":{"type":"object","additionalProperties":true}}},"await":{"$ref":"#/$defs/processAwait"},"return":{"$ref":"#/$defs/processReturn"}}},"schema":{"oneOf":[{"type":"object","required":["document"],"additionalProperties":false,"properties":{"document":{},"format":{"type":"string","default":"json"}}},{"type":"object","required":["resource"],"additionalProperties":false,"properties":{"resource":{"$ref":"#/$defs/externalResource"},"format":{"type":"string","default":"json"}}}]},"scriptArguments":{"anyOf":[{"$ref":"#/$defs/processArguments"},{"type":"object"},{"type":"string","pattern":"^\\s*\\$\\{[\\s\\S]+\\}\\s*$"}]},"secretUse":{"type":"object","required":["use"],"additionalProperties":false,"properties":{"use":{"type":"string","minLength":1}}},"setTask":{"type":"object","required":["set"],"additionalProperties":false,"properties":{"set":{"oneOf":[{"type":"object","additionalProperties":true,"minProperties":1},{"type":"string"}]},"if":{"$ref":"#/$defs/taskIf"},"input":{"$ref":"#/$defs/taskInput"},"output":{"$ref":"#/$defs/taskOutput"},"export":{"$ref":"#/$defs/taskExport"},"timeout":{"$ref":"#/$defs/taskTimeout"},"then":{"$ref":"#/$defs/taskThen"},"metadata":{"$ref":"#/$defs/taskMetadata"}}},"switchTask":{"type":"object","required":["switch"],"additionalProperties":false,"properties":{"switch":{"type":"array","items":{"type":"object","minProperties":1,"maxProperties":1,"additionalProperties":{"type":"object","required":["then"],"additionalProperties":false,"properties":{"when":{"type":"string","minLength":1},"then":{"$ref":"#/$defs/flowDirective"}}}},"minItems":1},"if":{"$ref":"#/$defs/taskIf"},"input":{"$ref":"#/$defs/taskInput"},"output":{"$ref":"#/$defs/taskOutput"},"export":{"$ref":"#/$defs/taskExport"},"timeout":{"$ref":"#/$defs/taskTimeout"},"then":{"$ref":"#/$defs/taskThen"},"metadata":{"$ref":"#/$defs/taskMetadata"}}},"task":{"oneOf":[{"$ref":"#/$defs/callTask"},{"$ref":"#/$defs/doTask"},{"$ref":"#/$defs/emitTask"},{"$ref":"#/$defs/forTask"},{"$ref":"#/$defs/forkTask"},{"$ref":"#/$defs/listenTask"},{"$ref":"#/$defs/raiseTask"},{"$ref":"#/$defs/runTask"},{"$ref":"#/$defs/setTask"},{"$ref":"#/$defs/switchTask"},{"$ref":"#/$defs/tryTask"},{"$ref":"#/$defs/waitTask"}]},"taskExport":{"$ref":"#/$defs/export"},"taskIf":{"type":"string","minLength":1},"taskInput":{"$ref":"#/$defs/input"},"taskList":{"type":"array","items":{"type":"object","minProperties":1,"maxProperties":1,"additionalProperties":{"$ref":"#/$defs/task"}}},"taskMetadata":{"type":"object","additionalProperties":true},"taskOutput":{"$ref":"#/$defs/output"},"taskThen":{"$ref":"#/$defs/flowDirective"},"taskTimeout":{"$ref":"#/$defs/timeoutOrName"},"timeout":{"type":"object","required":["after"],"additionalProperties":false,"properties":{"after":{"$ref":"#/$defs/duration"}}},"timeoutOrName":{"oneOf":[{"$ref":"#/$defs/timeout"},{"type":"string","minLength":1}]},"tryTask":{"type":"object","required":["try","catch"],"additionalProperties":false,"properties":{"try":{"$ref":"#/$defs/taskList"},"catch":{"type":"object","additionalProperties":false,"properties":{"errors":{"type":"object","properties":{"with":{"type":"object","minProperties":1,"properties":{"type":{"type":"string"},"status":{"type":"integer"},"instance":{"type":"string"},"title":{"type":"string"},"detail":{"type":"string"}}}}},"as":{"type":"string","default":"error","minLength":1},"when":{"type":"string","minLength":1},"exceptWhen":{"type":"string","minLength":1},"retry":{"oneOf":[{"$ref":"#/$defs/retryPolicy"},{"type":"string","minLength":1}]},"do":{"$ref":"#/$defs/taskList"},"then":{"$ref":"#/$defs/flowDirective"}}},"if":{"$ref":"#/$defs/taskIf"},"input":{"$ref":"#/$defs/taskInput"},"output":{"$ref":"#/$defs/taskOutput"},"export":{"$ref":"#/$defs/taskExport"},"timeout":{"$ref":"#/$defs/taskTimeout"},"then":{"$ref":"#/$defs/taskThen"},"metadata":{"$ref":"#/$defs/taskMetadata"}}},"waitTask":{"type":"object","required":["wait"],"additionalProperties":false,"properties":{"wait":{"$ref":"#/$defs/duration"},"if":{"$ref":"#/$defs/taskIf"},"input":{"$ref":"#/$defs/taskInput"},"output":{"$ref":"#/$defs/taskOutput"},"export":{"$ref":"#/$defs/taskExport"},"timeout":{"$ref":"#/$defs/taskTimeout"},"then":{"$ref":"#/$defs/taskThen"},"metadata":{"$ref":"#/$defs/taskMetadata"}}}}};
const pattern3 = new RegExp("^1\\.0\\.(0|[1-9]\\d*)(-[0-9A-Za-z-]+(\\.[0-9A-Za-z-]+)*)?(\\+[0-9A-Za-z-]+(\\.[0-9A-Za-z-]+)*)?$", "u");
const pattern4 = new RegExp("^[a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?$", "u");
const pattern6 = new RegExp("^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(-[0-9A-Za-z-]+(\\.[0-9A-Za-z-]+)*)?(\\+[0-9A-Za-z-]+(\\.[0-9A-Za-z-]+)*)?$", "u");
const schema20 = {"type":"object","additionalProperties":false,"properties":{"schema":{"$ref":"#/$defs/schema"},"from":{"oneOf":[{"type":"string"},{"type":"object","additionalProperties":true}]}}};
const schema21 = {"oneOf":[{"type":"object","required":["document"],"additionalProperties":false,"properties":{"document":{},"format":{"type":"string","default":"json"}}},{"type":"object","required":["resource"],"additionalProperties":false,"properties":{"resource":{"$ref":"#/$defs/externalResource"},"format":{"type":"string","default":"json"}}}]};
const schema22 = {"type":"object","required":["endpoint"],"additionalProperties":false,"properties":{"name":{"type":"string"},"endpoint":{"$ref":"#/$defs/endpoint"}}};
const schema23 = {"oneOf":[{"type":"string","pattern":"^\\s*\\$\\{[\\s\\S]+\\}\\s*$|^(?!\\s*\\$\\{)([^\\s{}]|\\{[^\\s{}]+\\})+$"},{"type":"object","required":["uri"],"additionalProperties":false,"properties":{"uri":{"type":"string","pattern":"^\\s*\\$\\{[\\s\\S]+\\}\\s*$|^(?!\\s*\\$\\{)([^\\s{}]|\\{[^\\s{}]+\\})+$"},"authentication":{"$ref":"#/$defs/authenticationOrName"}}}]};
const pattern7 = new RegExp("^\\s*\\$\\{[\\s\\S]+\\}\\s*$|^(?!\\s*\\$\\{)([^\\s{}]|\\{[^\\s{}]+\\})+$", "u");
const schema24 = {"oneOf":[{"type":"object","required":["use"],"additionalProperties":false,"properties":{"use":{"type":"string","minLength":1}}},{"$ref":"#/$defs/basicAuthentication"},{"$ref":"#/$defs/bearerAuthentication"},{"$ref":"#/$defs/digestAuthentication"},{"$ref":"#/$defs/oauth2Authentication"},{"$ref":"#/$defs/oidcAuthentication"}]};
const func1 = require("ajv/dist/runtime/ucs2length").default;
const schema25 = {"type":"object","required":["basic"],"additionalProperties":false,"properties":{"basic":{"oneOf":[{"type":"object","required":["username","password"],"additionalProperties":false,"properties":{"username":{"type":"string"},"password":{"type":"string"}}},{"$ref":"#/$defs/secretUse"}]}}};
const schema26 = {"type":"object","required":["use"],"additionalProperties":false,"properties":{"use":{"type":"string","minLength":1}}};

function validate59(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate59.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.use === undefined) && (missing0 = "use")){
validate59.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(key0 === "use")){
validate59.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.use !== undefined){
let data0 = data.use;
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(func1(data0) < 1){
validate59.errors = [{instancePath:instancePath+"/use",schemaPath:"#/properties/use/minLength",keyword:"minLength",params:{limit: 1}}];
return false;
}
}
else {
validate59.errors = [{instancePath:instancePath+"/use",schemaPath:"#/properties/use/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
}
}
}
else {
validate59.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate59.errors = vErrors;
return errors === 0;
}
validate59.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate58(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate58.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.basic === undefined) && (missing0 = "basic")){
validate58.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(key0 === "basic")){
validate58.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.basic !== undefined){
let data0 = data.basic;
const _errs3 = errors;
let valid1 = false;
let passing0 = null;
const _errs4 = errors;
if(errors === _errs4){
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
let missing1;
if(((data0.username === undefined) && (missing1 = "username")) || ((data0.password === undefined) && (missing1 = "password"))){
const err0 = {instancePath:instancePath+"/basic",schemaPath:"#/properties/basic/oneOf/0/required",keyword:"required",params:{missingProperty: missing1}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
else {
const _errs6 = errors;
for(const key1 in data0){
if(!((key1 === "username") || (key1 === "password"))){
const err1 = {instancePath:instancePath+"/basic",schemaPath:"#/properties/basic/oneOf/0/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
break;
}
}
if(_errs6 === errors){
if(data0.username !== undefined){
const _errs7 = errors;
if(typeof data0.username !== "string"){
const err2 = {instancePath:instancePath+"/basic/username",schemaPath:"#/properties/basic/oneOf/0/properties/username/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
var valid2 = _errs7 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data0.password !== undefined){
const _errs9 = errors;
if(typeof data0.password !== "string"){
const err3 = {instancePath:instancePath+"/basic/password",schemaPath:"#/properties/basic/oneOf/0/properties/password/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
var valid2 = _errs9 === errors;
}
else {
var valid2 = true;
}
}
}
}
}
else {
const err4 = {instancePath:instancePath+"/basic",schemaPath:"#/properties/basic/oneOf/0/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
var _valid0 = _errs4 === errors;
if(_valid0){
valid1 = true;
passing0 = 0;
var props0 = true;
}
const _errs11 = errors;
if(!(validate59(data0, {instancePath:instancePath+"/basic",parentData:data,parentDataProperty:"basic",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate59.errors : vErrors.concat(validate59.errors);
errors = vErrors.length;
}
var _valid0 = _errs11 === errors;
if(_valid0 && valid1){
valid1 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid1 = true;
passing0 = 1;
if(props0 !== true){
props0 = true;
}
}
}
if(!valid1){
const err5 = {instancePath:instancePath+"/basic",schemaPath:"#/properties/basic/oneOf",keyword:"oneOf",params:{passingSchemas: passing0}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
validate58.errors = vErrors;
return false;
}
else {
errors = _errs3;
if(vErrors !== null){
if(_errs3){
vErrors.length = _errs3;
}
else {
vErrors = null;
}
}
}
}
}
}
}
else {
validate58.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate58.errors = vErrors;
return errors === 0;
}
validate58.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema27 = {"type":"object","required":["bearer"],"additionalProperties":false,"properties":{"bearer":{"oneOf":[{"type":"object","required":["token"],"additionalProperties":false,"properties":{"token":{"type":"string"}}},{"$ref":"#/$defs/secretUse"}]}}};

function validate62(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate62.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.bearer === undefined) && (missing0 = "bearer")){
validate62.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(key0 === "bearer")){
validate62.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.bearer !== undefined){
let data0 = data.bearer;
const _errs3 = errors;
let valid1 = false;
let passing0 = null;
const _errs4 = errors;
if(errors === _errs4){
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
let missing1;
if((data0.token === undefined) && (missing1 = "token")){
const err0 = {instancePath:instancePath+"/bearer",schemaPath:"#/properties/bearer/oneOf/0/required",keyword:"required",params:{missingProperty: missing1}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
else {
const _errs6 = errors;
for(const key1 in data0){
if(!(key1 === "token")){
const err1 = {instancePath:instancePath+"/bearer",schemaPath:"#/properties/bearer/oneOf/0/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
break;
}
}
if(_errs6 === errors){
if(data0.token !== undefined){
if(typeof data0.token !== "string"){
const err2 = {instancePath:instancePath+"/bearer/token",schemaPath:"#/properties/bearer/oneOf/0/properties/token/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
}
}
}
else {
const err3 = {instancePath:instancePath+"/bearer",schemaPath:"#/properties/bearer/oneOf/0/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
var _valid0 = _errs4 === errors;
if(_valid0){
valid1 = true;
passing0 = 0;
var props0 = true;
}
const _errs9 = errors;
if(!(validate59(data0, {instancePath:instancePath+"/bearer",parentData:data,parentDataProperty:"bearer",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate59.errors : vErrors.concat(validate59.errors);
errors = vErrors.length;
}
var _valid0 = _errs9 === errors;
if(_valid0 && valid1){
valid1 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid1 = true;
passing0 = 1;
if(props0 !== true){
props0 = true;
}
}
}
if(!valid1){
const err4 = {instancePath:instancePath+"/bearer",schemaPath:"#/properties/bearer/oneOf",keyword:"oneOf",params:{passingSchemas: passing0}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
validate62.errors = vErrors;
return false;
}
else {
errors = _errs3;
if(vErrors !== null){
if(_errs3){
vErrors.length = _errs3;
}
else {
vErrors = null;
}
}
}
}
}
}
}
else {
validate62.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate62.errors = vErrors;
return errors === 0;
}
validate62.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema28 = {"type":"object","required":["digest"],"additionalProperties":false,"properties":{"digest":{"oneOf":[{"type":"object","required":["username","password"],"additionalProperties":false,"properties":{"username":{"type":"string"},"password":{"type":"string"}}},{"$ref":"#/$defs/secretUse"}]}}};

function validate65(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate65.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.digest === undefined) && (missing0 = "digest")){
validate65.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(key0 === "digest")){
validate65.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.digest !== undefined){
let data0 = data.digest;
const _errs3 = errors;
let valid1 = false;
let passing0 = null;
const _errs4 = errors;
if(errors === _errs4){
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
let missing1;
if(((data0.username === undefined) && (missing1 = "username")) || ((data0.password === undefined) && (missing1 = "password"))){
const err0 = {instancePath:instancePath+"/digest",schemaPath:"#/properties/digest/oneOf/0/required",keyword:"required",params:{missingProperty: missing1}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
else {
const _errs6 = errors;
for(const key1 in data0){
if(!((key1 === "username") || (key1 === "password"))){
const err1 = {instancePath:instancePath+"/digest",schemaPath:"#/properties/digest/oneOf/0/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
break;
}
}
if(_errs6 === errors){
if(data0.username !== undefined){
const _errs7 = errors;
if(typeof data0.username !== "string"){
const err2 = {instancePath:instancePath+"/digest/username",schemaPath:"#/properties/digest/oneOf/0/properties/username/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
var valid2 = _errs7 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data0.password !== undefined){
const _errs9 = errors;
if(typeof data0.password !== "string"){
const err3 = {instancePath:instancePath+"/digest/password",schemaPath:"#/properties/digest/oneOf/0/properties/password/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
var valid2 = _errs9 === errors;
}
else {
var valid2 = true;
}
}
}
}
}
else {
const err4 = {instancePath:instancePath+"/digest",schemaPath:"#/properties/digest/oneOf/0/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
var _valid0 = _errs4 === errors;
if(_valid0){
valid1 = true;
passing0 = 0;
var props0 = true;
}
const _errs11 = errors;
if(!(validate59(data0, {instancePath:instancePath+"/digest",parentData:data,parentDataProperty:"digest",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate59.errors : vErrors.concat(validate59.errors);
errors = vErrors.length;
}
var _valid0 = _errs11 === errors;
if(_valid0 && valid1){
valid1 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid1 = true;
passing0 = 1;
if(props0 !== true){
props0 = true;
}
}
}
if(!valid1){
const err5 = {instancePath:instancePath+"/digest",schemaPath:"#/properties/digest/oneOf",keyword:"oneOf",params:{passingSchemas: passing0}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
validate65.errors = vErrors;
return false;
}
else {
errors = _errs3;
if(vErrors !== null){
if(_errs3){
vErrors.length = _errs3;
}
else {
vErrors = null;
}
}
}
}
}
}
}
else {
validate65.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate65.errors = vErrors;
return errors === 0;
}
validate65.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema29 = {"type":"object","required":["oauth2"],"additionalProperties":false,"properties":{"oauth2":{"oneOf":[{"type":"object","required":["authority","grant"],"additionalProperties":false,"properties":{"authority":{"$ref":"#/$defs/oauthAuthority"},"grant":{"$ref":"#/$defs/oauthGrant"},"client":{"$ref":"#/$defs/oauthClient"},"request":{"$ref":"#/$defs/oauthRequest"},"issuers":{"$ref":"#/$defs/oauthIssuers"},"scopes":{"$ref":"#/$defs/oauthScopes"},"audiences":{"$ref":"#/$defs/oauthAudiences"},"username":{"$ref":"#/$defs/oauthUsername"},"password":{"$ref":"#/$defs/oauthPassword"},"subject":{"$ref":"#/$defs/oauthSubject"},"actor":{"$ref":"#/$defs/oauthActor"},"endpoints":{"type":"object","properties":{"token":{"type":"string","default":"/oauth2/token"},"revocation":{"type":"string","default":"/oauth2/revoke"},"introspection":{"type":"string","default":"/oauth2/introspect"}}}}},{"$ref":"#/$defs/secretUse"}]}}};
const func3 = Object.prototype.hasOwnProperty;
const schema30 = {"type":"string","pattern":"^\\s*\\$\\{[\\s\\S]+\\}\\s*$|^(?!\\s*\\$\\{)([^\\s{}]|\\{[^\\s{}]+\\})+$"};

function validate69(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate69.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(typeof data === "string"){
if(!pattern7.test(data)){
validate69.errors = [{instancePath,schemaPath:"#/pattern",keyword:"pattern",params:{pattern: "^\\s*\\$\\{[\\s\\S]+\\}\\s*$|^(?!\\s*\\$\\{)([^\\s{}]|\\{[^\\s{}]+\\})+$"}}];
return false;
}
}
else {
validate69.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
validate69.errors = vErrors;
return errors === 0;
}
validate69.evaluated = {"dynamicProps":false,"dynamicItems":false};

const schema31 = {"type":"string","enum":["authorization_code","client_credentials","password","refresh_token","urn:ietf:params:oauth:grant-type:token-exchange"]};

function validate71(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate71.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(typeof data !== "string"){
validate71.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "string"}}];
return false;
}
if(!(((((data === "authorization_code") || (data === "client_credentials")) || (data === "password")) || (data === "refresh_token")) || (data === "urn:ietf:params:oauth:grant-type:token-exchange"))){
validate71.errors = [{instancePath,schemaPath:"#/enum",keyword:"enum",params:{allowedValues: schema31.enum}}];
return false;
}
validate71.errors = vErrors;
return errors === 0;
}
validate71.evaluated = {"dynamicProps":false,"dynamicItems":false};

const schema32 = {"type":"object","additionalProperties":false,"properties":{"id":{"type":"string"},"secret":{"type":"string"},"assertion":{"type":"string"},"authentication":{"type":"string","enum":["client_secret_basic","client_secret_post","client_secret_jwt","private_key_jwt","none"],"default":"client_secret_post"}}};

function validate73(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate73.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
const _errs1 = errors;
for(const key0 in data){
if(!((((key0 === "id") || (key0 === "secret")) || (key0 === "assertion")) || (key0 === "authentication"))){
validate73.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.id !== undefined){
const _errs2 = errors;
if(typeof data.id !== "string"){
validate73.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.secret !== undefined){
const _errs4 = errors;
if(typeof data.secret !== "string"){
validate73.errors = [{instancePath:instancePath+"/secret",schemaPath:"#/properties/secret/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.assertion !== undefined){
const _errs6 = errors;
if(typeof data.assertion !== "string"){
validate73.errors = [{instancePath:instancePath+"/assertion",schemaPath:"#/properties/assertion/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.authentication !== undefined){
let data3 = data.authentication;
const _errs8 = errors;
if(typeof data3 !== "string"){
validate73.errors = [{instancePath:instancePath+"/authentication",schemaPath:"#/properties/authentication/type",keyword:"type",params:{type: "string"}}];
return false;
}
if(!(((((data3 === "client_secret_basic") || (data3 === "client_secret_post")) || (data3 === "client_secret_jwt")) || (data3 === "private_key_jwt")) || (data3 === "none"))){
validate73.errors = [{instancePath:instancePath+"/authentication",schemaPath:"#/properties/authentication/enum",keyword:"enum",params:{allowedValues: schema32.properties.authentication.enum}}];
return false;
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
else {
validate73.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate73.errors = vErrors;
return errors === 0;
}
validate73.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema33 = {"type":"object","properties":{"encoding":{"type":"string","enum":["application/x-www-form-urlencoded","application/json"],"default":"application/x-www-form-urlencoded"}}};

function validate75(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate75.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.encoding !== undefined){
let data0 = data.encoding;
if(typeof data0 !== "string"){
validate75.errors = [{instancePath:instancePath+"/encoding",schemaPath:"#/properties/encoding/type",keyword:"type",params:{type: "string"}}];
return false;
}
if(!((data0 === "application/x-www-form-urlencoded") || (data0 === "application/json"))){
validate75.errors = [{instancePath:instancePath+"/encoding",schemaPath:"#/properties/encoding/enum",keyword:"enum",params:{allowedValues: schema33.properties.encoding.enum}}];
return false;
}
}
}
else {
validate75.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate75.errors = vErrors;
return errors === 0;
}
validate75.evaluated = {"props":{"encoding":true},"dynamicProps":false,"dynamicItems":false};

const schema34 = {"type":"array","items":{"type":"string"}};

function validate77(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate77.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(Array.isArray(data)){
var valid0 = true;
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
const _errs1 = errors;
if(typeof data[i0] !== "string"){
validate77.errors = [{instancePath:instancePath+"/" + i0,schemaPath:"#/items/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid0 = _errs1 === errors;
if(!valid0){
break;
}
}
}
else {
validate77.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
validate77.errors = vErrors;
return errors === 0;
}
validate77.evaluated = {"items":true,"dynamicProps":false,"dynamicItems":false};

const schema35 = {"type":"array","items":{"type":"string"}};

function validate79(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate79.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(Array.isArray(data)){
var valid0 = true;
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
const _errs1 = errors;
if(typeof data[i0] !== "string"){
validate79.errors = [{instancePath:instancePath+"/" + i0,schemaPath:"#/items/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid0 = _errs1 === errors;
if(!valid0){
break;
}
}
}
else {
validate79.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
validate79.errors = vErrors;
return errors === 0;
}
validate79.evaluated = {"items":true,"dynamicProps":false,"dynamicItems":false};

const schema36 = {"type":"array","items":{"type":"string"}};

function validate81(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate81.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(Array.isArray(data)){
var valid0 = true;
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
const _errs1 = errors;
if(typeof data[i0] !== "string"){
validate81.errors = [{instancePath:instancePath+"/" + i0,schemaPath:"#/items/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid0 = _errs1 === errors;
if(!valid0){
break;
}
}
}
else {
validate81.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
validate81.errors = vErrors;
return errors === 0;
}
validate81.evaluated = {"items":true,"dynamicProps":false,"dynamicItems":false};

const schema37 = {"type":"string"};

function validate83(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate83.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(typeof data !== "string"){
validate83.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "string"}}];
return false;
}
validate83.errors = vErrors;
return errors === 0;
}
validate83.evaluated = {"dynamicProps":false,"dynamicItems":false};

const schema38 = {"type":"string"};

function validate85(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate85.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(typeof data !== "string"){
validate85.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "string"}}];
return false;
}
validate85.errors = vErrors;
return errors === 0;
}
validate85.evaluated = {"dynamicProps":false,"dynamicItems":false};

const schema39 = {"type":"object","required":["token","type"],"additionalProperties":false,"properties":{"token":{"type":"string"},"type":{"type":"string"}}};

function validate87(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate87.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.token === undefined) && (missing0 = "token")) || ((data.type === undefined) && (missing0 = "type"))){
validate87.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((key0 === "token") || (key0 === "type"))){
validate87.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.token !== undefined){
const _errs2 = errors;
if(typeof data.token !== "string"){
validate87.errors = [{instancePath:instancePath+"/token",schemaPath:"#/properties/token/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.type !== undefined){
const _errs4 = errors;
if(typeof data.type !== "string"){
validate87.errors = [{instancePath:instancePath+"/type",schemaPath:"#/properties/type/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
else {
validate87.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate87.errors = vErrors;
return errors === 0;
}
validate87.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema40 = {"type":"object","required":["token","type"],"additionalProperties":false,"properties":{"token":{"type":"string"},"type":{"type":"string"}}};

function validate89(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate89.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.token === undefined) && (missing0 = "token")) || ((data.type === undefined) && (missing0 = "type"))){
validate89.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((key0 === "token") || (key0 === "type"))){
validate89.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.token !== undefined){
const _errs2 = errors;
if(typeof data.token !== "string"){
validate89.errors = [{instancePath:instancePath+"/token",schemaPath:"#/properties/token/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.type !== undefined){
const _errs4 = errors;
if(typeof data.type !== "string"){
validate89.errors = [{instancePath:instancePath+"/type",schemaPath:"#/properties/type/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
else {
validate89.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate89.errors = vErrors;
return errors === 0;
}
validate89.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate68(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate68.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.oauth2 === undefined) && (missing0 = "oauth2")){
validate68.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(key0 === "oauth2")){
validate68.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.oauth2 !== undefined){
let data0 = data.oauth2;
const _errs3 = errors;
let valid1 = false;
let passing0 = null;
const _errs4 = errors;
if(errors === _errs4){
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
let missing1;
if(((data0.authority === undefined) && (missing1 = "authority")) || ((data0.grant === undefined) && (missing1 = "grant"))){
const err0 = {instancePath:instancePath+"/oauth2",schemaPath:"#/properties/oauth2/oneOf/0/required",keyword:"required",params:{missingProperty: missing1}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
else {
const _errs6 = errors;
for(const key1 in data0){
if(!(func3.call(schema29.properties.oauth2.oneOf[0].properties, key1))){
const err1 = {instancePath:instancePath+"/oauth2",schemaPath:"#/properties/oauth2/oneOf/0/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
break;
}
}
if(_errs6 === errors){
if(data0.authority !== undefined){
const _errs7 = errors;
if(!(validate69(data0.authority, {instancePath:instancePath+"/oauth2/authority",parentData:data0,parentDataProperty:"authority",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate69.errors : vErrors.concat(validate69.errors);
errors = vErrors.length;
}
var valid2 = _errs7 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data0.grant !== undefined){
const _errs8 = errors;
if(!(validate71(data0.grant, {instancePath:instancePath+"/oauth2/grant",parentData:data0,parentDataProperty:"grant",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate71.errors : vErrors.concat(validate71.errors);
errors = vErrors.length;
}
var valid2 = _errs8 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data0.client !== undefined){
const _errs9 = errors;
if(!(validate73(data0.client, {instancePath:instancePath+"/oauth2/client",parentData:data0,parentDataProperty:"client",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate73.errors : vErrors.concat(validate73.errors);
errors = vErrors.length;
}
var valid2 = _errs9 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data0.request !== undefined){
const _errs10 = errors;
if(!(validate75(data0.request, {instancePath:instancePath+"/oauth2/request",parentData:data0,parentDataProperty:"request",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate75.errors : vErrors.concat(validate75.errors);
errors = vErrors.length;
}
var valid2 = _errs10 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data0.issuers !== undefined){
const _errs11 = errors;
if(!(validate77(data0.issuers, {instancePath:instancePath+"/oauth2/issuers",parentData:data0,parentDataProperty:"issuers",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate77.errors : vErrors.concat(validate77.errors);
errors = vErrors.length;
}
var valid2 = _errs11 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data0.scopes !== undefined){
const _errs12 = errors;
if(!(validate79(data0.scopes, {instancePath:instancePath+"/oauth2/scopes",parentData:data0,parentDataProperty:"scopes",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate79.errors : vErrors.concat(validate79.errors);
errors = vErrors.length;
}
var valid2 = _errs12 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data0.audiences !== undefined){
const _errs13 = errors;
if(!(validate81(data0.audiences, {instancePath:instancePath+"/oauth2/audiences",parentData:data0,parentDataProperty:"audiences",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate81.errors : vErrors.concat(validate81.errors);
errors = vErrors.length;
}
var valid2 = _errs13 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data0.username !== undefined){
const _errs14 = errors;
if(!(validate83(data0.username, {instancePath:instancePath+"/oauth2/username",parentData:data0,parentDataProperty:"username",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate83.errors : vErrors.concat(validate83.errors);
errors = vErrors.length;
}
var valid2 = _errs14 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data0.password !== undefined){
const _errs15 = errors;
if(!(validate85(data0.password, {instancePath:instancePath+"/oauth2/password",parentData:data0,parentDataProperty:"password",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate85.errors : vErrors.concat(validate85.errors);
errors = vErrors.length;
}
var valid2 = _errs15 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data0.subject !== undefined){
const _errs16 = errors;
if(!(validate87(data0.subject, {instancePath:instancePath+"/oauth2/subject",parentData:data0,parentDataProperty:"subject",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate87.errors : vErrors.concat(validate87.errors);
errors = vErrors.length;
}
var valid2 = _errs16 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data0.actor !== undefined){
const _errs17 = errors;
if(!(validate89(data0.actor, {instancePath:instancePath+"/oauth2/actor",parentData:data0,parentDataProperty:"actor",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate89.errors : vErrors.concat(validate89.errors);
errors = vErrors.length;
}
var valid2 = _errs17 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data0.endpoints !== undefined){
let data12 = data0.endpoints;
const _errs18 = errors;
if(errors === _errs18){
if(data12 && typeof data12 == "object" && !Array.isArray(data12)){
if(data12.token !== undefined){
const _errs20 = errors;
if(typeof data12.token !== "string"){
const err2 = {instancePath:instancePath+"/oauth2/endpoints/token",schemaPath:"#/properties/oauth2/oneOf/0/properties/endpoints/properties/token/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
var valid3 = _errs20 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data12.revocation !== undefined){
const _errs22 = errors;
if(typeof data12.revocation !== "string"){
const err3 = {instancePath:instancePath+"/oauth2/endpoints/revocation",schemaPath:"#/properties/oauth2/oneOf/0/properties/endpoints/properties/revocation/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
var valid3 = _errs22 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data12.introspection !== undefined){
const _errs24 = errors;
if(typeof data12.introspection !== "string"){
const err4 = {instancePath:instancePath+"/oauth2/endpoints/introspection",schemaPath:"#/properties/oauth2/oneOf/0/properties/endpoints/properties/introspection/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
var valid3 = _errs24 === errors;
}
else {
var valid3 = true;
}
}
}
}
else {
const err5 = {instancePath:instancePath+"/oauth2/endpoints",schemaPath:"#/properties/oauth2/oneOf/0/properties/endpoints/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
var valid2 = _errs18 === errors;
}
else {
var valid2 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
const err6 = {instancePath:instancePath+"/oauth2",schemaPath:"#/properties/oauth2/oneOf/0/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
var _valid0 = _errs4 === errors;
if(_valid0){
valid1 = true;
passing0 = 0;
var props0 = true;
}
const _errs26 = errors;
if(!(validate59(data0, {instancePath:instancePath+"/oauth2",parentData:data,parentDataProperty:"oauth2",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate59.errors : vErrors.concat(validate59.errors);
errors = vErrors.length;
}
var _valid0 = _errs26 === errors;
if(_valid0 && valid1){
valid1 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid1 = true;
passing0 = 1;
if(props0 !== true){
props0 = true;
}
}
}
if(!valid1){
const err7 = {instancePath:instancePath+"/oauth2",schemaPath:"#/properties/oauth2/oneOf",keyword:"oneOf",params:{passingSchemas: passing0}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
validate68.errors = vErrors;
return false;
}
else {
errors = _errs3;
if(vErrors !== null){
if(_errs3){
vErrors.length = _errs3;
}
else {
vErrors = null;
}
}
}
}
}
}
}
else {
validate68.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate68.errors = vErrors;
return errors === 0;
}
validate68.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema41 = {"type":"object","required":["oidc"],"additionalProperties":false,"properties":{"oidc":{"oneOf":[{"type":"object","required":["authority","grant"],"additionalProperties":false,"properties":{"authority":{"$ref":"#/$defs/oauthAuthority"},"grant":{"$ref":"#/$defs/oauthGrant"},"client":{"$ref":"#/$defs/oauthClient"},"request":{"$ref":"#/$defs/oauthRequest"},"issuers":{"$ref":"#/$defs/oauthIssuers"},"scopes":{"$ref":"#/$defs/oauthScopes"},"audiences":{"$ref":"#/$defs/oauthAudiences"},"username":{"$ref":"#/$defs/oauthUsername"},"password":{"$ref":"#/$defs/oauthPassword"},"subject":{"$ref":"#/$defs/oauthSubject"},"actor":{"$ref":"#/$defs/oauthActor"}}},{"$ref":"#/$defs/secretUse"}]}}};

function validate93(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate93.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.oidc === undefined) && (missing0 = "oidc")){
validate93.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(key0 === "oidc")){
validate93.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.oidc !== undefined){
let data0 = data.oidc;
const _errs3 = errors;
let valid1 = false;
let passing0 = null;
const _errs4 = errors;
if(errors === _errs4){
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
let missing1;
if(((data0.authority === undefined) && (missing1 = "authority")) || ((data0.grant === undefined) && (missing1 = "grant"))){
const err0 = {instancePath:instancePath+"/oidc",schemaPath:"#/properties/oidc/oneOf/0/required",keyword:"required",params:{missingProperty: missing1}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
else {
const _errs6 = errors;
for(const key1 in data0){
if(!(func3.call(schema41.properties.oidc.oneOf[0].properties, key1))){
const err1 = {instancePath:instancePath+"/oidc",schemaPath:"#/properties/oidc/oneOf/0/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
break;
}
}
if(_errs6 === errors){
if(data0.authority !== undefined){
const _errs7 = errors;
if(!(validate69(data0.authority, {instancePath:instancePath+"/oidc/authority",parentData:data0,parentDataProperty:"authority",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate69.errors : vErrors.concat(validate69.errors);
errors = vErrors.length;
}
var valid2 = _errs7 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data0.grant !== undefined){
const _errs8 = errors;
if(!(validate71(data0.grant, {instancePath:instancePath+"/oidc/grant",parentData:data0,parentDataProperty:"grant",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate71.errors : vErrors.concat(validate71.errors);
errors = vErrors.length;
}
var valid2 = _errs8 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data0.client !== undefined){
const _errs9 = errors;
if(!(validate73(data0.client, {instancePath:instancePath+"/oidc/client",parentData:data0,parentDataProperty:"client",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate73.errors : vErrors.concat(validate73.errors);
errors = vErrors.length;
}
var valid2 = _errs9 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data0.request !== undefined){
const _errs10 = errors;
if(!(validate75(data0.request, {instancePath:instancePath+"/oidc/request",parentData:data0,parentDataProperty:"request",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate75.errors : vErrors.concat(validate75.errors);
errors = vErrors.length;
}
var valid2 = _errs10 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data0.issuers !== undefined){
const _errs11 = errors;
if(!(validate77(data0.issuers, {instancePath:instancePath+"/oidc/issuers",parentData:data0,parentDataProperty:"issuers",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate77.errors : vErrors.concat(validate77.errors);
errors = vErrors.length;
}
var valid2 = _errs11 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data0.scopes !== undefined){
const _errs12 = errors;
if(!(validate79(data0.scopes, {instancePath:instancePath+"/oidc/scopes",parentData:data0,parentDataProperty:"scopes",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate79.errors : vErrors.concat(validate79.errors);
errors = vErrors.length;
}
var valid2 = _errs12 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data0.audiences !== undefined){
const _errs13 = errors;
if(!(validate81(data0.audiences, {instancePath:instancePath+"/oidc/audiences",parentData:data0,parentDataProperty:"audiences",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate81.errors : vErrors.concat(validate81.errors);
errors = vErrors.length;
}
var valid2 = _errs13 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data0.username !== undefined){
const _errs14 = errors;
if(!(validate83(data0.username, {instancePath:instancePath+"/oidc/username",parentData:data0,parentDataProperty:"username",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate83.errors : vErrors.concat(validate83.errors);
errors = vErrors.length;
}
var valid2 = _errs14 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data0.password !== undefined){
const _errs15 = errors;
if(!(validate85(data0.password, {instancePath:instancePath+"/oidc/password",parentData:data0,parentDataProperty:"password",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate85.errors : vErrors.concat(validate85.errors);
errors = vErrors.length;
}
var valid2 = _errs15 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data0.subject !== undefined){
const _errs16 = errors;
if(!(validate87(data0.subject, {instancePath:instancePath+"/oidc/subject",parentData:data0,parentDataProperty:"subject",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate87.errors : vErrors.concat(validate87.errors);
errors = vErrors.length;
}
var valid2 = _errs16 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data0.actor !== undefined){
const _errs17 = errors;
if(!(validate89(data0.actor, {instancePath:instancePath+"/oidc/actor",parentData:data0,parentDataProperty:"actor",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate89.errors : vErrors.concat(validate89.errors);
errors = vErrors.length;
}
var valid2 = _errs17 === errors;
}
else {
var valid2 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
const err2 = {instancePath:instancePath+"/oidc",schemaPath:"#/properties/oidc/oneOf/0/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
var _valid0 = _errs4 === errors;
if(_valid0){
valid1 = true;
passing0 = 0;
var props0 = true;
}
const _errs18 = errors;
if(!(validate59(data0, {instancePath:instancePath+"/oidc",parentData:data,parentDataProperty:"oidc",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate59.errors : vErrors.concat(validate59.errors);
errors = vErrors.length;
}
var _valid0 = _errs18 === errors;
if(_valid0 && valid1){
valid1 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid1 = true;
passing0 = 1;
if(props0 !== true){
props0 = true;
}
}
}
if(!valid1){
const err3 = {instancePath:instancePath+"/oidc",schemaPath:"#/properties/oidc/oneOf",keyword:"oneOf",params:{passingSchemas: passing0}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
validate93.errors = vErrors;
return false;
}
else {
errors = _errs3;
if(vErrors !== null){
if(_errs3){
vErrors.length = _errs3;
}
else {
vErrors = null;
}
}
}
}
}
}
}
else {
validate93.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate93.errors = vErrors;
return errors === 0;
}
validate93.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate57(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate57.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs0 = errors;
let valid0 = false;
let passing0 = null;
const _errs1 = errors;
if(errors === _errs1){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.use === undefined) && (missing0 = "use")){
const err0 = {instancePath,schemaPath:"#/oneOf/0/required",keyword:"required",params:{missingProperty: missing0}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
else {
const _errs3 = errors;
for(const key0 in data){
if(!(key0 === "use")){
const err1 = {instancePath,schemaPath:"#/oneOf/0/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
break;
}
}
if(_errs3 === errors){
if(data.use !== undefined){
let data0 = data.use;
const _errs4 = errors;
if(errors === _errs4){
if(typeof data0 === "string"){
if(func1(data0) < 1){
const err2 = {instancePath:instancePath+"/use",schemaPath:"#/oneOf/0/properties/use/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath:instancePath+"/use",schemaPath:"#/oneOf/0/properties/use/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
}
}
}
else {
const err4 = {instancePath,schemaPath:"#/oneOf/0/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
var _valid0 = _errs1 === errors;
if(_valid0){
valid0 = true;
passing0 = 0;
var props0 = true;
}
const _errs6 = errors;
if(!(validate58(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate58.errors : vErrors.concat(validate58.errors);
errors = vErrors.length;
}
var _valid0 = _errs6 === errors;
if(_valid0 && valid0){
valid0 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid0 = true;
passing0 = 1;
if(props0 !== true){
props0 = true;
}
}
const _errs7 = errors;
if(!(validate62(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate62.errors : vErrors.concat(validate62.errors);
errors = vErrors.length;
}
var _valid0 = _errs7 === errors;
if(_valid0 && valid0){
valid0 = false;
passing0 = [passing0, 2];
}
else {
if(_valid0){
valid0 = true;
passing0 = 2;
if(props0 !== true){
props0 = true;
}
}
const _errs8 = errors;
if(!(validate65(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate65.errors : vErrors.concat(validate65.errors);
errors = vErrors.length;
}
var _valid0 = _errs8 === errors;
if(_valid0 && valid0){
valid0 = false;
passing0 = [passing0, 3];
}
else {
if(_valid0){
valid0 = true;
passing0 = 3;
if(props0 !== true){
props0 = true;
}
}
const _errs9 = errors;
if(!(validate68(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate68.errors : vErrors.concat(validate68.errors);
errors = vErrors.length;
}
var _valid0 = _errs9 === errors;
if(_valid0 && valid0){
valid0 = false;
passing0 = [passing0, 4];
}
else {
if(_valid0){
valid0 = true;
passing0 = 4;
if(props0 !== true){
props0 = true;
}
}
const _errs10 = errors;
if(!(validate93(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate93.errors : vErrors.concat(validate93.errors);
errors = vErrors.length;
}
var _valid0 = _errs10 === errors;
if(_valid0 && valid0){
valid0 = false;
passing0 = [passing0, 5];
}
else {
if(_valid0){
valid0 = true;
passing0 = 5;
if(props0 !== true){
props0 = true;
}
}
}
}
}
}
}
if(!valid0){
const err5 = {instancePath,schemaPath:"#/oneOf",keyword:"oneOf",params:{passingSchemas: passing0}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
validate57.errors = vErrors;
return false;
}
else {
errors = _errs0;
if(vErrors !== null){
if(_errs0){
vErrors.length = _errs0;
}
else {
vErrors = null;
}
}
}
validate57.errors = vErrors;
evaluated0.props = props0;
return errors === 0;
}
validate57.evaluated = {"dynamicProps":true,"dynamicItems":false};


function validate56(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate56.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs0 = errors;
let valid0 = false;
let passing0 = null;
const _errs1 = errors;
if(errors === _errs1){
if(typeof data === "string"){
if(!pattern7.test(data)){
const err0 = {instancePath,schemaPath:"#/oneOf/0/pattern",keyword:"pattern",params:{pattern: "^\\s*\\$\\{[\\s\\S]+\\}\\s*$|^(?!\\s*\\$\\{)([^\\s{}]|\\{[^\\s{}]+\\})+$"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
else {
const err1 = {instancePath,schemaPath:"#/oneOf/0/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
var _valid0 = _errs1 === errors;
if(_valid0){
valid0 = true;
passing0 = 0;
}
const _errs3 = errors;
if(errors === _errs3){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.uri === undefined) && (missing0 = "uri")){
const err2 = {instancePath,schemaPath:"#/oneOf/1/required",keyword:"required",params:{missingProperty: missing0}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
else {
const _errs5 = errors;
for(const key0 in data){
if(!((key0 === "uri") || (key0 === "authentication"))){
const err3 = {instancePath,schemaPath:"#/oneOf/1/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
break;
}
}
if(_errs5 === errors){
if(data.uri !== undefined){
let data0 = data.uri;
const _errs6 = errors;
if(errors === _errs6){
if(typeof data0 === "string"){
if(!pattern7.test(data0)){
const err4 = {instancePath:instancePath+"/uri",schemaPath:"#/oneOf/1/properties/uri/pattern",keyword:"pattern",params:{pattern: "^\\s*\\$\\{[\\s\\S]+\\}\\s*$|^(?!\\s*\\$\\{)([^\\s{}]|\\{[^\\s{}]+\\})+$"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/uri",schemaPath:"#/oneOf/1/properties/uri/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
var valid1 = _errs6 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data.authentication !== undefined){
const _errs8 = errors;
if(!(validate57(data.authentication, {instancePath:instancePath+"/authentication",parentData:data,parentDataProperty:"authentication",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate57.errors : vErrors.concat(validate57.errors);
errors = vErrors.length;
}
var valid1 = _errs8 === errors;
}
else {
var valid1 = true;
}
}
}
}
}
else {
const err6 = {instancePath,schemaPath:"#/oneOf/1/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
var _valid0 = _errs3 === errors;
if(_valid0 && valid0){
valid0 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid0 = true;
passing0 = 1;
var props1 = true;
}
}
if(!valid0){
const err7 = {instancePath,schemaPath:"#/oneOf",keyword:"oneOf",params:{passingSchemas: passing0}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
validate56.errors = vErrors;
return false;
}
else {
errors = _errs0;
if(vErrors !== null){
if(_errs0){
vErrors.length = _errs0;
}
else {
vErrors = null;
}
}
}
validate56.errors = vErrors;
evaluated0.props = props1;
return errors === 0;
}
validate56.evaluated = {"dynamicProps":true,"dynamicItems":false};


function validate55(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate55.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.endpoint === undefined) && (missing0 = "endpoint")){
validate55.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((key0 === "name") || (key0 === "endpoint"))){
validate55.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.name !== undefined){
const _errs2 = errors;
if(typeof data.name !== "string"){
validate55.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.endpoint !== undefined){
const _errs4 = errors;
if(!(validate56(data.endpoint, {instancePath:instancePath+"/endpoint",parentData:data,parentDataProperty:"endpoint",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate56.errors : vErrors.concat(validate56.errors);
errors = vErrors.length;
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
else {
validate55.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate55.errors = vErrors;
return errors === 0;
}
validate55.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate54(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate54.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs0 = errors;
let valid0 = false;
let passing0 = null;
const _errs1 = errors;
if(errors === _errs1){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.document === undefined) && (missing0 = "document")){
const err0 = {instancePath,schemaPath:"#/oneOf/0/required",keyword:"required",params:{missingProperty: missing0}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
else {
const _errs3 = errors;
for(const key0 in data){
if(!((key0 === "document") || (key0 === "format"))){
const err1 = {instancePath,schemaPath:"#/oneOf/0/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
break;
}
}
if(_errs3 === errors){
if(data.format !== undefined){
if(typeof data.format !== "string"){
const err2 = {instancePath:instancePath+"/format",schemaPath:"#/oneOf/0/properties/format/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
}
}
}
else {
const err3 = {instancePath,schemaPath:"#/oneOf/0/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
var _valid0 = _errs1 === errors;
if(_valid0){
valid0 = true;
passing0 = 0;
var props0 = true;
}
const _errs6 = errors;
if(errors === _errs6){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing1;
if((data.resource === undefined) && (missing1 = "resource")){
const err4 = {instancePath,schemaPath:"#/oneOf/1/required",keyword:"required",params:{missingProperty: missing1}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
else {
const _errs8 = errors;
for(const key1 in data){
if(!((key1 === "resource") || (key1 === "format"))){
const err5 = {instancePath,schemaPath:"#/oneOf/1/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
break;
}
}
if(_errs8 === errors){
if(data.resource !== undefined){
const _errs9 = errors;
if(!(validate55(data.resource, {instancePath:instancePath+"/resource",parentData:data,parentDataProperty:"resource",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate55.errors : vErrors.concat(validate55.errors);
errors = vErrors.length;
}
var valid2 = _errs9 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data.format !== undefined){
const _errs10 = errors;
if(typeof data.format !== "string"){
const err6 = {instancePath:instancePath+"/format",schemaPath:"#/oneOf/1/properties/format/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
var valid2 = _errs10 === errors;
}
else {
var valid2 = true;
}
}
}
}
}
else {
const err7 = {instancePath,schemaPath:"#/oneOf/1/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
var _valid0 = _errs6 === errors;
if(_valid0 && valid0){
valid0 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid0 = true;
passing0 = 1;
if(props0 !== true){
props0 = true;
}
}
}
if(!valid0){
const err8 = {instancePath,schemaPath:"#/oneOf",keyword:"oneOf",params:{passingSchemas: passing0}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
validate54.errors = vErrors;
return false;
}
else {
errors = _errs0;
if(vErrors !== null){
if(_errs0){
vErrors.length = _errs0;
}
else {
vErrors = null;
}
}
}
validate54.errors = vErrors;
evaluated0.props = props0;
return errors === 0;
}
validate54.evaluated = {"dynamicProps":true,"dynamicItems":false};


function validate53(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate53.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
const _errs1 = errors;
for(const key0 in data){
if(!((key0 === "schema") || (key0 === "from"))){
validate53.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.schema !== undefined){
const _errs2 = errors;
if(!(validate54(data.schema, {instancePath:instancePath+"/schema",parentData:data,parentDataProperty:"schema",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate54.errors : vErrors.concat(validate54.errors);
errors = vErrors.length;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.from !== undefined){
let data1 = data.from;
const _errs3 = errors;
const _errs4 = errors;
let valid1 = false;
let passing0 = null;
const _errs5 = errors;
if(typeof data1 !== "string"){
const err0 = {instancePath:instancePath+"/from",schemaPath:"#/properties/from/oneOf/0/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
var _valid0 = _errs5 === errors;
if(_valid0){
valid1 = true;
passing0 = 0;
}
const _errs7 = errors;
if(errors === _errs7){
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
}
else {
const err1 = {instancePath:instancePath+"/from",schemaPath:"#/properties/from/oneOf/1/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
var _valid0 = _errs7 === errors;
if(_valid0 && valid1){
valid1 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid1 = true;
passing0 = 1;
}
}
if(!valid1){
const err2 = {instancePath:instancePath+"/from",schemaPath:"#/properties/from/oneOf",keyword:"oneOf",params:{passingSchemas: passing0}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
validate53.errors = vErrors;
return false;
}
else {
errors = _errs4;
if(vErrors !== null){
if(_errs4){
vErrors.length = _errs4;
}
else {
vErrors = null;
}
}
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
}
}
}
else {
validate53.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate53.errors = vErrors;
return errors === 0;
}
validate53.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema42 = {"oneOf":[{"$ref":"#/$defs/basicAuthentication"},{"$ref":"#/$defs/bearerAuthentication"},{"$ref":"#/$defs/digestAuthentication"},{"$ref":"#/$defs/oauth2Authentication"},{"$ref":"#/$defs/oidcAuthentication"}]};

function validate112(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate112.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs0 = errors;
let valid0 = false;
let passing0 = null;
const _errs1 = errors;
if(!(validate58(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate58.errors : vErrors.concat(validate58.errors);
errors = vErrors.length;
}
var _valid0 = _errs1 === errors;
if(_valid0){
valid0 = true;
passing0 = 0;
var props0 = true;
}
const _errs2 = errors;
if(!(validate62(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate62.errors : vErrors.concat(validate62.errors);
errors = vErrors.length;
}
var _valid0 = _errs2 === errors;
if(_valid0 && valid0){
valid0 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid0 = true;
passing0 = 1;
if(props0 !== true){
props0 = true;
}
}
const _errs3 = errors;
if(!(validate65(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate65.errors : vErrors.concat(validate65.errors);
errors = vErrors.length;
}
var _valid0 = _errs3 === errors;
if(_valid0 && valid0){
valid0 = false;
passing0 = [passing0, 2];
}
else {
if(_valid0){
valid0 = true;
passing0 = 2;
if(props0 !== true){
props0 = true;
}
}
const _errs4 = errors;
if(!(validate68(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate68.errors : vErrors.concat(validate68.errors);
errors = vErrors.length;
}
var _valid0 = _errs4 === errors;
if(_valid0 && valid0){
valid0 = false;
passing0 = [passing0, 3];
}
else {
if(_valid0){
valid0 = true;
passing0 = 3;
if(props0 !== true){
props0 = true;
}
}
const _errs5 = errors;
if(!(validate93(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate93.errors : vErrors.concat(validate93.errors);
errors = vErrors.length;
}
var _valid0 = _errs5 === errors;
if(_valid0 && valid0){
valid0 = false;
passing0 = [passing0, 4];
}
else {
if(_valid0){
valid0 = true;
passing0 = 4;
if(props0 !== true){
props0 = true;
}
}
}
}
}
}
if(!valid0){
const err0 = {instancePath,schemaPath:"#/oneOf",keyword:"oneOf",params:{passingSchemas: passing0}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
validate112.errors = vErrors;
return false;
}
else {
errors = _errs0;
if(vErrors !== null){
if(_errs0){
vErrors.length = _errs0;
}
else {
vErrors = null;
}
}
}
validate112.errors = vErrors;
evaluated0.props = props0;
return errors === 0;
}
validate112.evaluated = {"dynamicProps":true,"dynamicItems":false};

const schema43 = {"type":"object","required":["type","status"],"additionalProperties":false,"properties":{"type":{"type":"string","pattern":"^\\s*\\$\\{[\\s\\S]+\\}\\s*$|^(?!\\s*\\$\\{)([^\\s{}]|\\{[^\\s{}]+\\})+$"},"status":{"type":"integer"},"instance":{"type":"string","pattern":"^(/([^/~]|~[01])*)*$|^\\s*\\$\\{[\\s\\S]+\\}\\s*$"},"title":{"type":"string"},"detail":{"type":"string"}}};
const pattern11 = new RegExp("^(/([^/~]|~[01])*)*$|^\\s*\\$\\{[\\s\\S]+\\}\\s*$", "u");

function validate119(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate119.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.type === undefined) && (missing0 = "type")) || ((data.status === undefined) && (missing0 = "status"))){
validate119.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(((((key0 === "type") || (key0 === "status")) || (key0 === "instance")) || (key0 === "title")) || (key0 === "detail"))){
validate119.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.type !== undefined){
let data0 = data.type;
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(!pattern7.test(data0)){
validate119.errors = [{instancePath:instancePath+"/type",schemaPath:"#/properties/type/pattern",keyword:"pattern",params:{pattern: "^\\s*\\$\\{[\\s\\S]+\\}\\s*$|^(?!\\s*\\$\\{)([^\\s{}]|\\{[^\\s{}]+\\})+$"}}];
return false;
}
}
else {
validate119.errors = [{instancePath:instancePath+"/type",schemaPath:"#/properties/type/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.status !== undefined){
let data1 = data.status;
const _errs4 = errors;
if(!((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1)))){
validate119.errors = [{instancePath:instancePath+"/status",schemaPath:"#/properties/status/type",keyword:"type",params:{type: "integer"}}];
return false;
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.instance !== undefined){
let data2 = data.instance;
const _errs6 = errors;
if(errors === _errs6){
if(typeof data2 === "string"){
if(!pattern11.test(data2)){
validate119.errors = [{instancePath:instancePath+"/instance",schemaPath:"#/properties/instance/pattern",keyword:"pattern",params:{pattern: "^(/([^/~]|~[01])*)*$|^\\s*\\$\\{[\\s\\S]+\\}\\s*$"}}];
return false;
}
}
else {
validate119.errors = [{instancePath:instancePath+"/instance",schemaPath:"#/properties/instance/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.title !== undefined){
const _errs8 = errors;
if(typeof data.title !== "string"){
validate119.errors = [{instancePath:instancePath+"/title",schemaPath:"#/properties/title/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.detail !== undefined){
const _errs10 = errors;
if(typeof data.detail !== "string"){
validate119.errors = [{instancePath:instancePath+"/detail",schemaPath:"#/properties/detail/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid0 = _errs10 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
else {
validate119.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate119.errors = vErrors;
return errors === 0;
}
validate119.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema44 = {"type":"object","required":["extend"],"additionalProperties":false,"properties":{"extend":{"type":"string","enum":["call","composite","emit","for","listen","raise","run","set","switch","try","wait","all"]},"when":{"type":"string","minLength":1},"before":{"$ref":"#/$defs/taskList"},"after":{"$ref":"#/$defs/taskList"}}};
const schema45 = {"type":"array","items":{"type":"object","minProperties":1,"maxProperties":1,"additionalProperties":{"$ref":"#/$defs/task"}}};
const schema46 = {"oneOf":[{"$ref":"#/$defs/callTask"},{"$ref":"#/$defs/doTask"},{"$ref":"#/$defs/emitTask"},{"$ref":"#/$defs/forTask"},{"$ref":"#/$defs/forkTask"},{"$ref":"#/$defs/listenTask"},{"$ref":"#/$defs/raiseTask"},{"$ref":"#/$defs/runTask"},{"$ref":"#/$defs/setTask"},{"$ref":"#/$defs/switchTask"},{"$ref":"#/$defs/tryTask"},{"$ref":"#/$defs/waitTask"}]};
const schema47 = {"oneOf":[{"$ref":"#/$defs/callHttp"},{"$ref":"#/$defs/callOpenApi"},{"$ref":"#/$defs/callGrpc"},{"$ref":"#/$defs/callAsyncApi"},{"$ref":"#/$defs/callA2A"},{"$ref":"#/$defs/callMcp"},{"$ref":"#/$defs/callFunction"}]};
const schema48 = {"type":"object","required":["call","with"],"additionalProperties":false,"properties":{"call":{"const":"http"},"with":{"type":"object","required":["method","endpoint"],"additionalProperties":false,"properties":{"method":{"type":"string","minLength":1},"endpoint":{"$ref":"#/$defs/endpoint"},"headers":{"$ref":"#/$defs/httpHeaders"},"query":{"$ref":"#/$defs/httpQuery"},"body":{},"output":{"$ref":"#/$defs/httpOutput"},"redirect":{"$ref":"#/$defs/httpRedirect"}}},"if":{"$ref":"#/$defs/taskIf"},"input":{"$ref":"#/$defs/taskInput"},"output":{"$ref":"#/$defs/taskOutput"},"export":{"$ref":"#/$defs/taskExport"},"timeout":{"$ref":"#/$defs/taskTimeout"},"then":{"$ref":"#/$defs/taskThen"},"metadata":{"$ref":"#/$defs/taskMetadata"}}};
const schema49 = {"oneOf":[{"type":"object","additionalProperties":{"type":"string"}},{"$ref":"#/$defs/expression"}]};
const schema50 = {"type":"string","pattern":"^\\s*\\$\\{[\\s\\S]+\\}\\s*$"};
const pattern12 = new RegExp("^\\s*\\$\\{[\\s\\S]+\\}\\s*$", "u");

function validate128(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate128.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(typeof data === "string"){
if(!pattern12.test(data)){
validate128.errors = [{instancePath,schemaPath:"#/pattern",keyword:"pattern",params:{pattern: "^\\s*\\$\\{[\\s\\S]+\\}\\s*$"}}];
return false;
}
}
else {
validate128.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
validate128.errors = vErrors;
return errors === 0;
}
validate128.evaluated = {"dynamicProps":false,"dynamicItems":false};


function validate127(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate127.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs0 = errors;
let valid0 = false;
let passing0 = null;
const _errs1 = errors;
if(errors === _errs1){
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
const _errs4 = errors;
if(typeof data[key0] !== "string"){
const err0 = {instancePath:instancePath+"/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/oneOf/0/additionalProperties/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
var valid1 = _errs4 === errors;
if(!valid1){
break;
}
}
}
else {
const err1 = {instancePath,schemaPath:"#/oneOf/0/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
var _valid0 = _errs1 === errors;
if(_valid0){
valid0 = true;
passing0 = 0;
var props0 = true;
}
const _errs6 = errors;
if(!(validate128(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate128.errors : vErrors.concat(validate128.errors);
errors = vErrors.length;
}
var _valid0 = _errs6 === errors;
if(_valid0 && valid0){
valid0 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid0 = true;
passing0 = 1;
}
}
if(!valid0){
const err2 = {instancePath,schemaPath:"#/oneOf",keyword:"oneOf",params:{passingSchemas: passing0}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
validate127.errors = vErrors;
return false;
}
else {
errors = _errs0;
if(vErrors !== null){
if(_errs0){
vErrors.length = _errs0;
}
else {
vErrors = null;
}
}
}
validate127.errors = vErrors;
evaluated0.props = props0;
return errors === 0;
}
validate127.evaluated = {"dynamicProps":true,"dynamicItems":false};

const schema51 = {"oneOf":[{"type":"object","additionalProperties":{"type":"string"}},{"$ref":"#/$defs/expression"}]};

function validate131(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate131.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs0 = errors;
let valid0 = false;
let passing0 = null;
const _errs1 = errors;
if(errors === _errs1){
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
const _errs4 = errors;
if(typeof data[key0] !== "string"){
const err0 = {instancePath:instancePath+"/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/oneOf/0/additionalProperties/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
var valid1 = _errs4 === errors;
if(!valid1){
break;
}
}
}
else {
const err1 = {instancePath,schemaPath:"#/oneOf/0/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
var _valid0 = _errs1 === errors;
if(_valid0){
valid0 = true;
passing0 = 0;
var props0 = true;
}
const _errs6 = errors;
if(!(validate128(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate128.errors : vErrors.concat(validate128.errors);
errors = vErrors.length;
}
var _valid0 = _errs6 === errors;
if(_valid0 && valid0){
valid0 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid0 = true;
passing0 = 1;
}
}
if(!valid0){
const err2 = {instancePath,schemaPath:"#/oneOf",keyword:"oneOf",params:{passingSchemas: passing0}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
validate131.errors = vErrors;
return false;
}
else {
errors = _errs0;
if(vErrors !== null){
if(_errs0){
vErrors.length = _errs0;
}
else {
vErrors = null;
}
}
}
validate131.errors = vErrors;
evaluated0.props = props0;
return errors === 0;
}
validate131.evaluated = {"dynamicProps":true,"dynamicItems":false};

const schema52 = {"type":"string","enum":["raw","content","response"],"default":"content"};

function validate134(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate134.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(typeof data !== "string"){
validate134.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "string"}}];
return false;
}
if(!(((data === "raw") || (data === "content")) || (data === "response"))){
validate134.errors = [{instancePath,schemaPath:"#/enum",keyword:"enum",params:{allowedValues: schema52.enum}}];
return false;
}
validate134.errors = vErrors;
return errors === 0;
}
validate134.evaluated = {"dynamicProps":false,"dynamicItems":false};

const schema53 = {"type":"boolean"};

function validate136(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate136.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(typeof data !== "boolean"){
validate136.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "boolean"}}];
return false;
}
validate136.errors = vErrors;
return errors === 0;
}
validate136.evaluated = {"dynamicProps":false,"dynamicItems":false};

const schema54 = {"type":"string","minLength":1};

function validate138(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate138.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(typeof data === "string"){
if(func1(data) < 1){
validate138.errors = [{instancePath,schemaPath:"#/minLength",keyword:"minLength",params:{limit: 1}}];
return false;
}
}
else {
validate138.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
validate138.errors = vErrors;
return errors === 0;
}
validate138.evaluated = {"dynamicProps":false,"dynamicItems":false};


function validate140(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate140.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
const _errs1 = errors;
for(const key0 in data){
if(!((key0 === "schema") || (key0 === "from"))){
validate140.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.schema !== undefined){
const _errs2 = errors;
if(!(validate54(data.schema, {instancePath:instancePath+"/schema",parentData:data,parentDataProperty:"schema",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate54.errors : vErrors.concat(validate54.errors);
errors = vErrors.length;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.from !== undefined){
let data1 = data.from;
const _errs3 = errors;
const _errs4 = errors;
let valid1 = false;
let passing0 = null;
const _errs5 = errors;
if(typeof data1 !== "string"){
const err0 = {instancePath:instancePath+"/from",schemaPath:"#/properties/from/oneOf/0/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
var _valid0 = _errs5 === errors;
if(_valid0){
valid1 = true;
passing0 = 0;
}
const _errs7 = errors;
if(errors === _errs7){
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
}
else {
const err1 = {instancePath:instancePath+"/from",schemaPath:"#/properties/from/oneOf/1/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
var _valid0 = _errs7 === errors;
if(_valid0 && valid1){
valid1 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid1 = true;
passing0 = 1;
}
}
if(!valid1){
const err2 = {instancePath:instancePath+"/from",schemaPath:"#/properties/from/oneOf",keyword:"oneOf",params:{passingSchemas: passing0}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
validate140.errors = vErrors;
return false;
}
else {
errors = _errs4;
if(vErrors !== null){
if(_errs4){
vErrors.length = _errs4;
}
else {
vErrors = null;
}
}
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
}
}
}
else {
validate140.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate140.errors = vErrors;
return errors === 0;
}
validate140.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema56 = {"type":"object","additionalProperties":false,"properties":{"schema":{"$ref":"#/$defs/schema"},"as":{"oneOf":[{"type":"string"},{"type":"object","additionalProperties":true}]}}};

function validate143(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate143.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
const _errs1 = errors;
for(const key0 in data){
if(!((key0 === "schema") || (key0 === "as"))){
validate143.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.schema !== undefined){
const _errs2 = errors;
if(!(validate54(data.schema, {instancePath:instancePath+"/schema",parentData:data,parentDataProperty:"schema",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate54.errors : vErrors.concat(validate54.errors);
errors = vErrors.length;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.as !== undefined){
let data1 = data.as;
const _errs3 = errors;
const _errs4 = errors;
let valid1 = false;
let passing0 = null;
const _errs5 = errors;
if(typeof data1 !== "string"){
const err0 = {instancePath:instancePath+"/as",schemaPath:"#/properties/as/oneOf/0/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
var _valid0 = _errs5 === errors;
if(_valid0){
valid1 = true;
passing0 = 0;
}
const _errs7 = errors;
if(errors === _errs7){
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
}
else {
const err1 = {instancePath:instancePath+"/as",schemaPath:"#/properties/as/oneOf/1/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
var _valid0 = _errs7 === errors;
if(_valid0 && valid1){
valid1 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid1 = true;
passing0 = 1;
}
}
if(!valid1){
const err2 = {instancePath:instancePath+"/as",schemaPath:"#/properties/as/oneOf",keyword:"oneOf",params:{passingSchemas: passing0}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
validate143.errors = vErrors;
return false;
}
else {
errors = _errs4;
if(vErrors !== null){
if(_errs4){
vErrors.length = _errs4;
}
else {
vErrors = null;
}
}
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
}
}
}
else {
validate143.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate143.errors = vErrors;
return errors === 0;
}
validate143.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema57 = {"type":"object","additionalProperties":false,"properties":{"schema":{"$ref":"#/$defs/schema"},"as":{"oneOf":[{"type":"string"},{"type":"object","additionalProperties":true}]}}};

function validate146(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate146.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
const _errs1 = errors;
for(const key0 in data){
if(!((key0 === "schema") || (key0 === "as"))){
validate146.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.schema !== undefined){
const _errs2 = errors;
if(!(validate54(data.schema, {instancePath:instancePath+"/schema",parentData:data,parentDataProperty:"schema",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate54.errors : vErrors.concat(validate54.errors);
errors = vErrors.length;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.as !== undefined){
let data1 = data.as;
const _errs3 = errors;
const _errs4 = errors;
let valid1 = false;
let passing0 = null;
const _errs5 = errors;
if(typeof data1 !== "string"){
const err0 = {instancePath:instancePath+"/as",schemaPath:"#/properties/as/oneOf/0/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
var _valid0 = _errs5 === errors;
if(_valid0){
valid1 = true;
passing0 = 0;
}
const _errs7 = errors;
if(errors === _errs7){
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
}
else {
const err1 = {instancePath:instancePath+"/as",schemaPath:"#/properties/as/oneOf/1/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
var _valid0 = _errs7 === errors;
if(_valid0 && valid1){
valid1 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid1 = true;
passing0 = 1;
}
}
if(!valid1){
const err2 = {instancePath:instancePath+"/as",schemaPath:"#/properties/as/oneOf",keyword:"oneOf",params:{passingSchemas: passing0}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
validate146.errors = vErrors;
return false;
}
else {
errors = _errs4;
if(vErrors !== null){
if(_errs4){
vErrors.length = _errs4;
}
else {
vErrors = null;
}
}
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
}
}
}
else {
validate146.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate146.errors = vErrors;
return errors === 0;
}
validate146.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema58 = {"oneOf":[{"$ref":"#/$defs/timeout"},{"type":"string","minLength":1}]};
const schema59 = {"type":"object","required":["after"],"additionalProperties":false,"properties":{"after":{"$ref":"#/$defs/duration"}}};
const schema60 = {"oneOf":[{"type":"object","additionalProperties":false,"minProperties":1,"properties":{"days":{"type":"integer","minimum":0},"hours":{"type":"integer","minimum":0},"minutes":{"type":"integer","minimum":0},"seconds":{"type":"integer","minimum":0},"milliseconds":{"type":"integer","minimum":0}}},{"type":"string","pattern":"^P(?=.)(\\d+(\\.\\d+)?Y)?(\\d+(\\.\\d+)?M)?(\\d+(\\.\\d+)?W)?(\\d+(\\.\\d+)?D)?(T(?=\\d)(\\d+(\\.\\d+)?H)?(\\d+(\\.\\d+)?M)?(\\d+(\\.\\d+)?S)?)?$|^\\s*\\$\\{[\\s\\S]+\\}\\s*$"}]};
const pattern13 = new RegExp("^P(?=.)(\\d+(\\.\\d+)?Y)?(\\d+(\\.\\d+)?M)?(\\d+(\\.\\d+)?W)?(\\d+(\\.\\d+)?D)?(T(?=\\d)(\\d+(\\.\\d+)?H)?(\\d+(\\.\\d+)?M)?(\\d+(\\.\\d+)?S)?)?$|^\\s*\\$\\{[\\s\\S]+\\}\\s*$", "u");

function validate151(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate151.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs0 = errors;
let valid0 = false;
let passing0 = null;
const _errs1 = errors;
if(errors === _errs1){
if(data && typeof data == "object" && !Array.isArray(data)){
if(Object.keys(data).length < 1){
const err0 = {instancePath,schemaPath:"#/oneOf/0/minProperties",keyword:"minProperties",params:{limit: 1}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
else {
const _errs3 = errors;
for(const key0 in data){
if(!(((((key0 === "days") || (key0 === "hours")) || (key0 === "minutes")) || (key0 === "seconds")) || (key0 === "milliseconds"))){
const err1 = {instancePath,schemaPath:"#/oneOf/0/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
break;
}
}
if(_errs3 === errors){
if(data.days !== undefined){
let data0 = data.days;
const _errs4 = errors;
if(!((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0)))){
const err2 = {instancePath:instancePath+"/days",schemaPath:"#/oneOf/0/properties/days/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(errors === _errs4){
if(typeof data0 == "number"){
if(data0 < 0 || isNaN(data0)){
const err3 = {instancePath:instancePath+"/days",schemaPath:"#/oneOf/0/properties/days/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
var valid1 = _errs4 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data.hours !== undefined){
let data1 = data.hours;
const _errs6 = errors;
if(!((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1)))){
const err4 = {instancePath:instancePath+"/hours",schemaPath:"#/oneOf/0/properties/hours/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(errors === _errs6){
if(typeof data1 == "number"){
if(data1 < 0 || isNaN(data1)){
const err5 = {instancePath:instancePath+"/hours",schemaPath:"#/oneOf/0/properties/hours/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
}
var valid1 = _errs6 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data.minutes !== undefined){
let data2 = data.minutes;
const _errs8 = errors;
if(!((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2)))){
const err6 = {instancePath:instancePath+"/minutes",schemaPath:"#/oneOf/0/properties/minutes/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(errors === _errs8){
if(typeof data2 == "number"){
if(data2 < 0 || isNaN(data2)){
const err7 = {instancePath:instancePath+"/minutes",schemaPath:"#/oneOf/0/properties/minutes/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
}
var valid1 = _errs8 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data.seconds !== undefined){
let data3 = data.seconds;
const _errs10 = errors;
if(!((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3)))){
const err8 = {instancePath:instancePath+"/seconds",schemaPath:"#/oneOf/0/properties/seconds/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(errors === _errs10){
if(typeof data3 == "number"){
if(data3 < 0 || isNaN(data3)){
const err9 = {instancePath:instancePath+"/seconds",schemaPath:"#/oneOf/0/properties/seconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
}
var valid1 = _errs10 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data.milliseconds !== undefined){
let data4 = data.milliseconds;
const _errs12 = errors;
if(!((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4)))){
const err10 = {instancePath:instancePath+"/milliseconds",schemaPath:"#/oneOf/0/properties/milliseconds/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(errors === _errs12){
if(typeof data4 == "number"){
if(data4 < 0 || isNaN(data4)){
const err11 = {instancePath:instancePath+"/milliseconds",schemaPath:"#/oneOf/0/properties/milliseconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
}
var valid1 = _errs12 === errors;
}
else {
var valid1 = true;
}
}
}
}
}
}
}
}
else {
const err12 = {instancePath,schemaPath:"#/oneOf/0/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
var _valid0 = _errs1 === errors;
if(_valid0){
valid0 = true;
passing0 = 0;
var props0 = true;
}
const _errs14 = errors;
if(errors === _errs14){
if(typeof data === "string"){
if(!pattern13.test(data)){
const err13 = {instancePath,schemaPath:"#/oneOf/1/pattern",keyword:"pattern",params:{pattern: "^P(?=.)(\\d+(\\.\\d+)?Y)?(\\d+(\\.\\d+)?M)?(\\d+(\\.\\d+)?W)?(\\d+(\\.\\d+)?D)?(T(?=\\d)(\\d+(\\.\\d+)?H)?(\\d+(\\.\\d+)?M)?(\\d+(\\.\\d+)?S)?)?$|^\\s*\\$\\{[\\s\\S]+\\}\\s*$"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
else {
const err14 = {instancePath,schemaPath:"#/oneOf/1/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
var _valid0 = _errs14 === errors;
if(_valid0 && valid0){
valid0 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid0 = true;
passing0 = 1;
}
}
if(!valid0){
const err15 = {instancePath,schemaPath:"#/oneOf",keyword:"oneOf",params:{passingSchemas: passing0}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
validate151.errors = vErrors;
return false;
}
else {
errors = _errs0;
if(vErrors !== null){
if(_errs0){
vErrors.length = _errs0;
}
else {
vErrors = null;
}
}
}
validate151.errors = vErrors;
evaluated0.props = props0;
return errors === 0;
}
validate151.evaluated = {"dynamicProps":true,"dynamicItems":false};


function validate150(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate150.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.after === undefined) && (missing0 = "after")){
validate150.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(key0 === "after")){
validate150.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.after !== undefined){
if(!(validate151(data.after, {instancePath:instancePath+"/after",parentData:data,parentDataProperty:"after",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate151.errors : vErrors.concat(validate151.errors);
errors = vErrors.length;
}
}
}
}
}
else {
validate150.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate150.errors = vErrors;
return errors === 0;
}
validate150.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate149(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate149.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs0 = errors;
let valid0 = false;
let passing0 = null;
const _errs1 = errors;
if(!(validate150(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate150.errors : vErrors.concat(validate150.errors);
errors = vErrors.length;
}
var _valid0 = _errs1 === errors;
if(_valid0){
valid0 = true;
passing0 = 0;
var props0 = true;
}
const _errs2 = errors;
if(errors === _errs2){
if(typeof data === "string"){
if(func1(data) < 1){
const err0 = {instancePath,schemaPath:"#/oneOf/1/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
else {
const err1 = {instancePath,schemaPath:"#/oneOf/1/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
var _valid0 = _errs2 === errors;
if(_valid0 && valid0){
valid0 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid0 = true;
passing0 = 1;
}
}
if(!valid0){
const err2 = {instancePath,schemaPath:"#/oneOf",keyword:"oneOf",params:{passingSchemas: passing0}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
validate149.errors = vErrors;
return false;
}
else {
errors = _errs0;
if(vErrors !== null){
if(_errs0){
vErrors.length = _errs0;
}
else {
vErrors = null;
}
}
}
validate149.errors = vErrors;
evaluated0.props = props0;
return errors === 0;
}
validate149.evaluated = {"dynamicProps":true,"dynamicItems":false};

const schema61 = {"type":"string","minLength":1};

function validate155(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate155.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(typeof data === "string"){
if(func1(data) < 1){
validate155.errors = [{instancePath,schemaPath:"#/minLength",keyword:"minLength",params:{limit: 1}}];
return false;
}
}
else {
validate155.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
validate155.errors = vErrors;
return errors === 0;
}
validate155.evaluated = {"dynamicProps":false,"dynamicItems":false};

const schema62 = {"type":"object","additionalProperties":true};

function validate157(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate157.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
}
else {
validate157.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate157.errors = vErrors;
return errors === 0;
}
validate157.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate125(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate125.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.call === undefined) && (missing0 = "call")) || ((data.with === undefined) && (missing0 = "with"))){
validate125.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(func3.call(schema48.properties, key0))){
validate125.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.call !== undefined){
const _errs2 = errors;
if("http" !== data.call){
validate125.errors = [{instancePath:instancePath+"/call",schemaPath:"#/properties/call/const",keyword:"const",params:{allowedValue: "http"}}];
return false;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.with !== undefined){
let data1 = data.with;
const _errs3 = errors;
if(errors === _errs3){
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
let missing1;
if(((data1.method === undefined) && (missing1 = "method")) || ((data1.endpoint === undefined) && (missing1 = "endpoint"))){
validate125.errors = [{instancePath:instancePath+"/with",schemaPath:"#/properties/with/required",keyword:"required",params:{missingProperty: missing1}}];
return false;
}
else {
const _errs5 = errors;
for(const key1 in data1){
if(!(((((((key1 === "method") || (key1 === "endpoint")) || (key1 === "headers")) || (key1 === "query")) || (key1 === "body")) || (key1 === "output")) || (key1 === "redirect"))){
validate125.errors = [{instancePath:instancePath+"/with",schemaPath:"#/properties/with/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1}}];
return false;
break;
}
}
if(_errs5 === errors){
if(data1.method !== undefined){
let data2 = data1.method;
const _errs6 = errors;
if(errors === _errs6){
if(typeof data2 === "string"){
if(func1(data2) < 1){
validate125.errors = [{instancePath:instancePath+"/with/method",schemaPath:"#/properties/with/properties/method/minLength",keyword:"minLength",params:{limit: 1}}];
return false;
}
}
else {
validate125.errors = [{instancePath:instancePath+"/with/method",schemaPath:"#/properties/with/properties/method/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid1 = _errs6 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.endpoint !== undefined){
const _errs8 = errors;
if(!(validate56(data1.endpoint, {instancePath:instancePath+"/with/endpoint",parentData:data1,parentDataProperty:"endpoint",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate56.errors : vErrors.concat(validate56.errors);
errors = vErrors.length;
}
var valid1 = _errs8 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.headers !== undefined){
const _errs9 = errors;
if(!(validate127(data1.headers, {instancePath:instancePath+"/with/headers",parentData:data1,parentDataProperty:"headers",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate127.errors : vErrors.concat(validate127.errors);
errors = vErrors.length;
}
var valid1 = _errs9 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.query !== undefined){
const _errs10 = errors;
if(!(validate131(data1.query, {instancePath:instancePath+"/with/query",parentData:data1,parentDataProperty:"query",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate131.errors : vErrors.concat(validate131.errors);
errors = vErrors.length;
}
var valid1 = _errs10 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.output !== undefined){
const _errs11 = errors;
if(!(validate134(data1.output, {instancePath:instancePath+"/with/output",parentData:data1,parentDataProperty:"output",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate134.errors : vErrors.concat(validate134.errors);
errors = vErrors.length;
}
var valid1 = _errs11 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.redirect !== undefined){
const _errs12 = errors;
if(!(validate136(data1.redirect, {instancePath:instancePath+"/with/redirect",parentData:data1,parentDataProperty:"redirect",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate136.errors : vErrors.concat(validate136.errors);
errors = vErrors.length;
}
var valid1 = _errs12 === errors;
}
else {
var valid1 = true;
}
}
}
}
}
}
}
}
}
else {
validate125.errors = [{instancePath:instancePath+"/with",schemaPath:"#/properties/with/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.if !== undefined){
const _errs13 = errors;
if(!(validate138(data.if, {instancePath:instancePath+"/if",parentData:data,parentDataProperty:"if",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate138.errors : vErrors.concat(validate138.errors);
errors = vErrors.length;
}
var valid0 = _errs13 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.input !== undefined){
const _errs14 = errors;
if(!(validate140(data.input, {instancePath:instancePath+"/input",parentData:data,parentDataProperty:"input",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate140.errors : vErrors.concat(validate140.errors);
errors = vErrors.length;
}
var valid0 = _errs14 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.output !== undefined){
const _errs15 = errors;
if(!(validate143(data.output, {instancePath:instancePath+"/output",parentData:data,parentDataProperty:"output",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate143.errors : vErrors.concat(validate143.errors);
errors = vErrors.length;
}
var valid0 = _errs15 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.export !== undefined){
const _errs16 = errors;
if(!(validate146(data.export, {instancePath:instancePath+"/export",parentData:data,parentDataProperty:"export",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate146.errors : vErrors.concat(validate146.errors);
errors = vErrors.length;
}
var valid0 = _errs16 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.timeout !== undefined){
const _errs17 = errors;
if(!(validate149(data.timeout, {instancePath:instancePath+"/timeout",parentData:data,parentDataProperty:"timeout",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate149.errors : vErrors.concat(validate149.errors);
errors = vErrors.length;
}
var valid0 = _errs17 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.then !== undefined){
const _errs18 = errors;
if(!(validate155(data.then, {instancePath:instancePath+"/then",parentData:data,parentDataProperty:"then",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate155.errors : vErrors.concat(validate155.errors);
errors = vErrors.length;
}
var valid0 = _errs18 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.metadata !== undefined){
const _errs19 = errors;
if(!(validate157(data.metadata, {instancePath:instancePath+"/metadata",parentData:data,parentDataProperty:"metadata",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate157.errors : vErrors.concat(validate157.errors);
errors = vErrors.length;
}
var valid0 = _errs19 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate125.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate125.errors = vErrors;
return errors === 0;
}
validate125.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema63 = {"type":"object","required":["call","with"],"additionalProperties":false,"properties":{"call":{"const":"openapi"},"with":{"type":"object","required":["document","operationId"],"additionalProperties":false,"properties":{"document":{"$ref":"#/$defs/externalResource"},"operationId":{"type":"string","minLength":1},"parameters":{"type":"object","additionalProperties":true},"authentication":{"$ref":"#/$defs/authenticationOrName"},"output":{"$ref":"#/$defs/httpOutput"},"redirect":{"$ref":"#/$defs/httpRedirect"}}},"if":{"$ref":"#/$defs/taskIf"},"input":{"$ref":"#/$defs/taskInput"},"output":{"$ref":"#/$defs/taskOutput"},"export":{"$ref":"#/$defs/taskExport"},"timeout":{"$ref":"#/$defs/taskTimeout"},"then":{"$ref":"#/$defs/taskThen"},"metadata":{"$ref":"#/$defs/taskMetadata"}}};

function validate160(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate160.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.call === undefined) && (missing0 = "call")) || ((data.with === undefined) && (missing0 = "with"))){
validate160.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(func3.call(schema63.properties, key0))){
validate160.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.call !== undefined){
const _errs2 = errors;
if("openapi" !== data.call){
validate160.errors = [{instancePath:instancePath+"/call",schemaPath:"#/properties/call/const",keyword:"const",params:{allowedValue: "openapi"}}];
return false;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.with !== undefined){
let data1 = data.with;
const _errs3 = errors;
if(errors === _errs3){
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
let missing1;
if(((data1.document === undefined) && (missing1 = "document")) || ((data1.operationId === undefined) && (missing1 = "operationId"))){
validate160.errors = [{instancePath:instancePath+"/with",schemaPath:"#/properties/with/required",keyword:"required",params:{missingProperty: missing1}}];
return false;
}
else {
const _errs5 = errors;
for(const key1 in data1){
if(!((((((key1 === "document") || (key1 === "operationId")) || (key1 === "parameters")) || (key1 === "authentication")) || (key1 === "output")) || (key1 === "redirect"))){
validate160.errors = [{instancePath:instancePath+"/with",schemaPath:"#/properties/with/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1}}];
return false;
break;
}
}
if(_errs5 === errors){
if(data1.document !== undefined){
const _errs6 = errors;
if(!(validate55(data1.document, {instancePath:instancePath+"/with/document",parentData:data1,parentDataProperty:"document",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate55.errors : vErrors.concat(validate55.errors);
errors = vErrors.length;
}
var valid1 = _errs6 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.operationId !== undefined){
let data3 = data1.operationId;
const _errs7 = errors;
if(errors === _errs7){
if(typeof data3 === "string"){
if(func1(data3) < 1){
validate160.errors = [{instancePath:instancePath+"/with/operationId",schemaPath:"#/properties/with/properties/operationId/minLength",keyword:"minLength",params:{limit: 1}}];
return false;
}
}
else {
validate160.errors = [{instancePath:instancePath+"/with/operationId",schemaPath:"#/properties/with/properties/operationId/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid1 = _errs7 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.parameters !== undefined){
let data4 = data1.parameters;
const _errs9 = errors;
if(errors === _errs9){
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
}
else {
validate160.errors = [{instancePath:instancePath+"/with/parameters",schemaPath:"#/properties/with/properties/parameters/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid1 = _errs9 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.authentication !== undefined){
const _errs12 = errors;
if(!(validate57(data1.authentication, {instancePath:instancePath+"/with/authentication",parentData:data1,parentDataProperty:"authentication",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate57.errors : vErrors.concat(validate57.errors);
errors = vErrors.length;
}
var valid1 = _errs12 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.output !== undefined){
const _errs13 = errors;
if(!(validate134(data1.output, {instancePath:instancePath+"/with/output",parentData:data1,parentDataProperty:"output",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate134.errors : vErrors.concat(validate134.errors);
errors = vErrors.length;
}
var valid1 = _errs13 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.redirect !== undefined){
const _errs14 = errors;
if(!(validate136(data1.redirect, {instancePath:instancePath+"/with/redirect",parentData:data1,parentDataProperty:"redirect",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate136.errors : vErrors.concat(validate136.errors);
errors = vErrors.length;
}
var valid1 = _errs14 === errors;
}
else {
var valid1 = true;
}
}
}
}
}
}
}
}
}
else {
validate160.errors = [{instancePath:instancePath+"/with",schemaPath:"#/properties/with/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.if !== undefined){
const _errs15 = errors;
if(!(validate138(data.if, {instancePath:instancePath+"/if",parentData:data,parentDataProperty:"if",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate138.errors : vErrors.concat(validate138.errors);
errors = vErrors.length;
}
var valid0 = _errs15 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.input !== undefined){
const _errs16 = errors;
if(!(validate140(data.input, {instancePath:instancePath+"/input",parentData:data,parentDataProperty:"input",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate140.errors : vErrors.concat(validate140.errors);
errors = vErrors.length;
}
var valid0 = _errs16 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.output !== undefined){
const _errs17 = errors;
if(!(validate143(data.output, {instancePath:instancePath+"/output",parentData:data,parentDataProperty:"output",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate143.errors : vErrors.concat(validate143.errors);
errors = vErrors.length;
}
var valid0 = _errs17 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.export !== undefined){
const _errs18 = errors;
if(!(validate146(data.export, {instancePath:instancePath+"/export",parentData:data,parentDataProperty:"export",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate146.errors : vErrors.concat(validate146.errors);
errors = vErrors.length;
}
var valid0 = _errs18 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.timeout !== undefined){
const _errs19 = errors;
if(!(validate149(data.timeout, {instancePath:instancePath+"/timeout",parentData:data,parentDataProperty:"timeout",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate149.errors : vErrors.concat(validate149.errors);
errors = vErrors.length;
}
var valid0 = _errs19 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.then !== undefined){
const _errs20 = errors;
if(!(validate155(data.then, {instancePath:instancePath+"/then",parentData:data,parentDataProperty:"then",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate155.errors : vErrors.concat(validate155.errors);
errors = vErrors.length;
}
var valid0 = _errs20 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.metadata !== undefined){
const _errs21 = errors;
if(!(validate157(data.metadata, {instancePath:instancePath+"/metadata",parentData:data,parentDataProperty:"metadata",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate157.errors : vErrors.concat(validate157.errors);
errors = vErrors.length;
}
var valid0 = _errs21 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate160.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate160.errors = vErrors;
return errors === 0;
}
validate160.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema64 = {"type":"object","required":["call","with"],"additionalProperties":false,"properties":{"call":{"const":"grpc"},"with":{"type":"object","required":["proto","service","method"],"additionalProperties":false,"properties":{"proto":{"$ref":"#/$defs/externalResource"},"service":{"type":"object","required":["name","host"],"additionalProperties":false,"properties":{"name":{"type":"string","minLength":1},"host":{"type":"string","pattern":"^[a-zA-Z0-9]([a-zA-Z0-9.-]{0,61}[a-zA-Z0-9])?$"},"port":{"type":"integer","minimum":0,"maximum":65535},"authentication":{"$ref":"#/$defs/authenticationOrName"}}},"method":{"type":"string","minLength":1},"arguments":{"type":"object","additionalProperties":true}}},"if":{"$ref":"#/$defs/taskIf"},"input":{"$ref":"#/$defs/taskInput"},"output":{"$ref":"#/$defs/taskOutput"},"export":{"$ref":"#/$defs/taskExport"},"timeout":{"$ref":"#/$defs/taskTimeout"},"then":{"$ref":"#/$defs/taskThen"},"metadata":{"$ref":"#/$defs/taskMetadata"}}};
const pattern14 = new RegExp("^[a-zA-Z0-9]([a-zA-Z0-9.-]{0,61}[a-zA-Z0-9])?$", "u");

function validate173(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate173.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.call === undefined) && (missing0 = "call")) || ((data.with === undefined) && (missing0 = "with"))){
validate173.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(func3.call(schema64.properties, key0))){
validate173.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.call !== undefined){
const _errs2 = errors;
if("grpc" !== data.call){
validate173.errors = [{instancePath:instancePath+"/call",schemaPath:"#/properties/call/const",keyword:"const",params:{allowedValue: "grpc"}}];
return false;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.with !== undefined){
let data1 = data.with;
const _errs3 = errors;
if(errors === _errs3){
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
let missing1;
if((((data1.proto === undefined) && (missing1 = "proto")) || ((data1.service === undefined) && (missing1 = "service"))) || ((data1.method === undefined) && (missing1 = "method"))){
validate173.errors = [{instancePath:instancePath+"/with",schemaPath:"#/properties/with/required",keyword:"required",params:{missingProperty: missing1}}];
return false;
}
else {
const _errs5 = errors;
for(const key1 in data1){
if(!((((key1 === "proto") || (key1 === "service")) || (key1 === "method")) || (key1 === "arguments"))){
validate173.errors = [{instancePath:instancePath+"/with",schemaPath:"#/properties/with/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1}}];
return false;
break;
}
}
if(_errs5 === errors){
if(data1.proto !== undefined){
const _errs6 = errors;
if(!(validate55(data1.proto, {instancePath:instancePath+"/with/proto",parentData:data1,parentDataProperty:"proto",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate55.errors : vErrors.concat(validate55.errors);
errors = vErrors.length;
}
var valid1 = _errs6 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.service !== undefined){
let data3 = data1.service;
const _errs7 = errors;
if(errors === _errs7){
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
let missing2;
if(((data3.name === undefined) && (missing2 = "name")) || ((data3.host === undefined) && (missing2 = "host"))){
validate173.errors = [{instancePath:instancePath+"/with/service",schemaPath:"#/properties/with/properties/service/required",keyword:"required",params:{missingProperty: missing2}}];
return false;
}
else {
const _errs9 = errors;
for(const key2 in data3){
if(!((((key2 === "name") || (key2 === "host")) || (key2 === "port")) || (key2 === "authentication"))){
validate173.errors = [{instancePath:instancePath+"/with/service",schemaPath:"#/properties/with/properties/service/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2}}];
return false;
break;
}
}
if(_errs9 === errors){
if(data3.name !== undefined){
let data4 = data3.name;
const _errs10 = errors;
if(errors === _errs10){
if(typeof data4 === "string"){
if(func1(data4) < 1){
validate173.errors = [{instancePath:instancePath+"/with/service/name",schemaPath:"#/properties/with/properties/service/properties/name/minLength",keyword:"minLength",params:{limit: 1}}];
return false;
}
}
else {
validate173.errors = [{instancePath:instancePath+"/with/service/name",schemaPath:"#/properties/with/properties/service/properties/name/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid2 = _errs10 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data3.host !== undefined){
let data5 = data3.host;
const _errs12 = errors;
if(errors === _errs12){
if(typeof data5 === "string"){
if(!pattern14.test(data5)){
validate173.errors = [{instancePath:instancePath+"/with/service/host",schemaPath:"#/properties/with/properties/service/properties/host/pattern",keyword:"pattern",params:{pattern: "^[a-zA-Z0-9]([a-zA-Z0-9.-]{0,61}[a-zA-Z0-9])?$"}}];
return false;
}
}
else {
validate173.errors = [{instancePath:instancePath+"/with/service/host",schemaPath:"#/properties/with/properties/service/properties/host/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid2 = _errs12 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data3.port !== undefined){
let data6 = data3.port;
const _errs14 = errors;
if(!((typeof data6 == "number") && (!(data6 % 1) && !isNaN(data6)))){
validate173.errors = [{instancePath:instancePath+"/with/service/port",schemaPath:"#/properties/with/properties/service/properties/port/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs14){
if(typeof data6 == "number"){
if(data6 > 65535 || isNaN(data6)){
validate173.errors = [{instancePath:instancePath+"/with/service/port",schemaPath:"#/properties/with/properties/service/properties/port/maximum",keyword:"maximum",params:{comparison: "<=", limit: 65535}}];
return false;
}
else {
if(data6 < 0 || isNaN(data6)){
validate173.errors = [{instancePath:instancePath+"/with/service/port",schemaPath:"#/properties/with/properties/service/properties/port/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid2 = _errs14 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data3.authentication !== undefined){
const _errs16 = errors;
if(!(validate57(data3.authentication, {instancePath:instancePath+"/with/service/authentication",parentData:data3,parentDataProperty:"authentication",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate57.errors : vErrors.concat(validate57.errors);
errors = vErrors.length;
}
var valid2 = _errs16 === errors;
}
else {
var valid2 = true;
}
}
}
}
}
}
}
else {
validate173.errors = [{instancePath:instancePath+"/with/service",schemaPath:"#/properties/with/properties/service/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid1 = _errs7 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.method !== undefined){
let data8 = data1.method;
const _errs17 = errors;
if(errors === _errs17){
if(typeof data8 === "string"){
if(func1(data8) < 1){
validate173.errors = [{instancePath:instancePath+"/with/method",schemaPath:"#/properties/with/properties/method/minLength",keyword:"minLength",params:{limit: 1}}];
return false;
}
}
else {
validate173.errors = [{instancePath:instancePath+"/with/method",schemaPath:"#/properties/with/properties/method/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid1 = _errs17 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.arguments !== undefined){
let data9 = data1.arguments;
const _errs19 = errors;
if(errors === _errs19){
if(data9 && typeof data9 == "object" && !Array.isArray(data9)){
}
else {
validate173.errors = [{instancePath:instancePath+"/with/arguments",schemaPath:"#/properties/with/properties/arguments/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid1 = _errs19 === errors;
}
else {
var valid1 = true;
}
}
}
}
}
}
}
else {
validate173.errors = [{instancePath:instancePath+"/with",schemaPath:"#/properties/with/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.if !== undefined){
const _errs22 = errors;
if(!(validate138(data.if, {instancePath:instancePath+"/if",parentData:data,parentDataProperty:"if",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate138.errors : vErrors.concat(validate138.errors);
errors = vErrors.length;
}
var valid0 = _errs22 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.input !== undefined){
const _errs23 = errors;
if(!(validate140(data.input, {instancePath:instancePath+"/input",parentData:data,parentDataProperty:"input",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate140.errors : vErrors.concat(validate140.errors);
errors = vErrors.length;
}
var valid0 = _errs23 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.output !== undefined){
const _errs24 = errors;
if(!(validate143(data.output, {instancePath:instancePath+"/output",parentData:data,parentDataProperty:"output",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate143.errors : vErrors.concat(validate143.errors);
errors = vErrors.length;
}
var valid0 = _errs24 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.export !== undefined){
const _errs25 = errors;
if(!(validate146(data.export, {instancePath:instancePath+"/export",parentData:data,parentDataProperty:"export",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate146.errors : vErrors.concat(validate146.errors);
errors = vErrors.length;
}
var valid0 = _errs25 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.timeout !== undefined){
const _errs26 = errors;
if(!(validate149(data.timeout, {instancePath:instancePath+"/timeout",parentData:data,parentDataProperty:"timeout",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate149.errors : vErrors.concat(validate149.errors);
errors = vErrors.length;
}
var valid0 = _errs26 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.then !== undefined){
const _errs27 = errors;
if(!(validate155(data.then, {instancePath:instancePath+"/then",parentData:data,parentDataProperty:"then",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate155.errors : vErrors.concat(validate155.errors);
errors = vErrors.length;
}
var valid0 = _errs27 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.metadata !== undefined){
const _errs28 = errors;
if(!(validate157(data.metadata, {instancePath:instancePath+"/metadata",parentData:data,parentDataProperty:"metadata",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate157.errors : vErrors.concat(validate157.errors);
errors = vErrors.length;
}
var valid0 = _errs28 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate173.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate173.errors = vErrors;
return errors === 0;
}
validate173.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema65 = {"type":"object","required":["call","with"],"additionalProperties":false,"properties":{"call":{"const":"asyncapi"},"with":{"type":"object","additionalProperties":false,"oneOf":[{"required":["document","operation","message"]},{"required":["document","operation","subscription"]},{"required":["document","channel","message"]},{"required":["document","channel","subscription"]}],"properties":{"document":{"$ref":"#/$defs/externalResource"},"channel":{"type":"string"},"operation":{"type":"string"},"server":{"type":"object","required":["name"],"additionalProperties":false,"properties":{"name":{"type":"string"},"variables":{"type":"object","additionalProperties":true}}},"protocol":{"type":"string","enum":["amqp","amqp1","anypointmq","googlepubsub","http","ibmmq","jms","kafka","mercure","mqtt","mqtt5","nats","pulsar","redis","sns","solace","sqs","stomp","ws"]},"message":{"type":"object","additionalProperties":false,"properties":{"payload":{"type":"object","additionalProperties":true},"headers":{"type":"object","additionalProperties":true}}},"subscription":{"type":"object","required":["consume"],"additionalProperties":false,"properties":{"filter":{"$ref":"#/$defs/expression"},"consume":{"oneOf":[{"type":"object","required":["amount"],"additionalProperties":false,"properties":{"amount":{"type":"integer","minimum":1},"for":{"$ref":"#/$defs/duration"}}},{"type":"object","required":["while"],"additionalProperties":false,"properties":{"while":{"$ref":"#/$defs/expression"},"for":{"$ref":"#/$defs/duration"}}},{"type":"object","required":["until"],"additionalProperties":false,"properties":{"until":{"$ref":"#/$defs/expression"},"for":{"$ref":"#/$defs/duration"}}}]},"foreach":{"$ref":"#/$defs/iterator"}}},"authentication":{"$ref":"#/$defs/authenticationOrName"}}},"if":{"$ref":"#/$defs/taskIf"},"input":{"$ref":"#/$defs/taskInput"},"output":{"$ref":"#/$defs/taskOutput"},"export":{"$ref":"#/$defs/taskExport"},"timeout":{"$ref":"#/$defs/taskTimeout"},"then":{"$ref":"#/$defs/taskThen"},"metadata":{"$ref":"#/$defs/taskMetadata"}}};
const schema66 = {"type":"object","additionalProperties":false,"properties":{"item":{"type":"string","default":"item","minLength":1},"at":{"type":"string","default":"index","minLength":1},"do":{"$ref":"#/$defs/taskList"},"output":{"$ref":"#/$defs/output"},"export":{"$ref":"#/$defs/export"}}};
const wrapper0 = {validate: validate122};

function validate193(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate193.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
const _errs1 = errors;
for(const key0 in data){
if(!((key0 === "schema") || (key0 === "as"))){
validate193.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.schema !== undefined){
const _errs2 = errors;
if(!(validate54(data.schema, {instancePath:instancePath+"/schema",parentData:data,parentDataProperty:"schema",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate54.errors : vErrors.concat(validate54.errors);
errors = vErrors.length;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.as !== undefined){
let data1 = data.as;
const _errs3 = errors;
const _errs4 = errors;
let valid1 = false;
let passing0 = null;
const _errs5 = errors;
if(typeof data1 !== "string"){
const err0 = {instancePath:instancePath+"/as",schemaPath:"#/properties/as/oneOf/0/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
var _valid0 = _errs5 === errors;
if(_valid0){
valid1 = true;
passing0 = 0;
}
const _errs7 = errors;
if(errors === _errs7){
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
}
else {
const err1 = {instancePath:instancePath+"/as",schemaPath:"#/properties/as/oneOf/1/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
var _valid0 = _errs7 === errors;
if(_valid0 && valid1){
valid1 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid1 = true;
passing0 = 1;
}
}
if(!valid1){
const err2 = {instancePath:instancePath+"/as",schemaPath:"#/properties/as/oneOf",keyword:"oneOf",params:{passingSchemas: passing0}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
validate193.errors = vErrors;
return false;
}
else {
errors = _errs4;
if(vErrors !== null){
if(_errs4){
vErrors.length = _errs4;
}
else {
vErrors = null;
}
}
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
}
}
}
else {
validate193.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate193.errors = vErrors;
return errors === 0;
}
validate193.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate196(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate196.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
const _errs1 = errors;
for(const key0 in data){
if(!((key0 === "schema") || (key0 === "as"))){
validate196.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.schema !== undefined){
const _errs2 = errors;
if(!(validate54(data.schema, {instancePath:instancePath+"/schema",parentData:data,parentDataProperty:"schema",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate54.errors : vErrors.concat(validate54.errors);
errors = vErrors.length;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.as !== undefined){
let data1 = data.as;
const _errs3 = errors;
const _errs4 = errors;
let valid1 = false;
let passing0 = null;
const _errs5 = errors;
if(typeof data1 !== "string"){
const err0 = {instancePath:instancePath+"/as",schemaPath:"#/properties/as/oneOf/0/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
var _valid0 = _errs5 === errors;
if(_valid0){
valid1 = true;
passing0 = 0;
}
const _errs7 = errors;
if(errors === _errs7){
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
}
else {
const err1 = {instancePath:instancePath+"/as",schemaPath:"#/properties/as/oneOf/1/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
var _valid0 = _errs7 === errors;
if(_valid0 && valid1){
valid1 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid1 = true;
passing0 = 1;
}
}
if(!valid1){
const err2 = {instancePath:instancePath+"/as",schemaPath:"#/properties/as/oneOf",keyword:"oneOf",params:{passingSchemas: passing0}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
validate196.errors = vErrors;
return false;
}
else {
errors = _errs4;
if(vErrors !== null){
if(_errs4){
vErrors.length = _errs4;
}
else {
vErrors = null;
}
}
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
}
}
}
else {
validate196.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate196.errors = vErrors;
return errors === 0;
}
validate196.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate192(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate192.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
const _errs1 = errors;
for(const key0 in data){
if(!(((((key0 === "item") || (key0 === "at")) || (key0 === "do")) || (key0 === "output")) || (key0 === "export"))){
validate192.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.item !== undefined){
let data0 = data.item;
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(func1(data0) < 1){
validate192.errors = [{instancePath:instancePath+"/item",schemaPath:"#/properties/item/minLength",keyword:"minLength",params:{limit: 1}}];
return false;
}
}
else {
validate192.errors = [{instancePath:instancePath+"/item",schemaPath:"#/properties/item/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.at !== undefined){
let data1 = data.at;
const _errs4 = errors;
if(errors === _errs4){
if(typeof data1 === "string"){
if(func1(data1) < 1){
validate192.errors = [{instancePath:instancePath+"/at",schemaPath:"#/properties/at/minLength",keyword:"minLength",params:{limit: 1}}];
return false;
}
}
else {
validate192.errors = [{instancePath:instancePath+"/at",schemaPath:"#/properties/at/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.do !== undefined){
const _errs6 = errors;
if(!(wrapper0.validate(data.do, {instancePath:instancePath+"/do",parentData:data,parentDataProperty:"do",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? wrapper0.validate.errors : vErrors.concat(wrapper0.validate.errors);
errors = vErrors.length;
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.output !== undefined){
const _errs7 = errors;
if(!(validate193(data.output, {instancePath:instancePath+"/output",parentData:data,parentDataProperty:"output",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate193.errors : vErrors.concat(validate193.errors);
errors = vErrors.length;
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.export !== undefined){
const _errs8 = errors;
if(!(validate196(data.export, {instancePath:instancePath+"/export",parentData:data,parentDataProperty:"export",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate196.errors : vErrors.concat(validate196.errors);
errors = vErrors.length;
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
else {
validate192.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate192.errors = vErrors;
return errors === 0;
}
validate192.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate184(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate184.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.call === undefined) && (missing0 = "call")) || ((data.with === undefined) && (missing0 = "with"))){
validate184.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(func3.call(schema65.properties, key0))){
validate184.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.call !== undefined){
const _errs2 = errors;
if("asyncapi" !== data.call){
validate184.errors = [{instancePath:instancePath+"/call",schemaPath:"#/properties/call/const",keyword:"const",params:{allowedValue: "asyncapi"}}];
return false;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.with !== undefined){
let data1 = data.with;
const _errs3 = errors;
const _errs5 = errors;
let valid1 = false;
let passing0 = null;
const _errs6 = errors;
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
let missing1;
if((((data1.document === undefined) && (missing1 = "document")) || ((data1.operation === undefined) && (missing1 = "operation"))) || ((data1.message === undefined) && (missing1 = "message"))){
const err0 = {instancePath:instancePath+"/with",schemaPath:"#/properties/with/oneOf/0/required",keyword:"required",params:{missingProperty: missing1}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
var _valid0 = _errs6 === errors;
if(_valid0){
valid1 = true;
passing0 = 0;
}
const _errs7 = errors;
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
let missing2;
if((((data1.document === undefined) && (missing2 = "document")) || ((data1.operation === undefined) && (missing2 = "operation"))) || ((data1.subscription === undefined) && (missing2 = "subscription"))){
const err1 = {instancePath:instancePath+"/with",schemaPath:"#/properties/with/oneOf/1/required",keyword:"required",params:{missingProperty: missing2}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
var _valid0 = _errs7 === errors;
if(_valid0 && valid1){
valid1 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid1 = true;
passing0 = 1;
}
const _errs8 = errors;
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
let missing3;
if((((data1.document === undefined) && (missing3 = "document")) || ((data1.channel === undefined) && (missing3 = "channel"))) || ((data1.message === undefined) && (missing3 = "message"))){
const err2 = {instancePath:instancePath+"/with",schemaPath:"#/properties/with/oneOf/2/required",keyword:"required",params:{missingProperty: missing3}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
var _valid0 = _errs8 === errors;
if(_valid0 && valid1){
valid1 = false;
passing0 = [passing0, 2];
}
else {
if(_valid0){
valid1 = true;
passing0 = 2;
}
const _errs9 = errors;
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
let missing4;
if((((data1.document === undefined) && (missing4 = "document")) || ((data1.channel === undefined) && (missing4 = "channel"))) || ((data1.subscription === undefined) && (missing4 = "subscription"))){
const err3 = {instancePath:instancePath+"/with",schemaPath:"#/properties/with/oneOf/3/required",keyword:"required",params:{missingProperty: missing4}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
var _valid0 = _errs9 === errors;
if(_valid0 && valid1){
valid1 = false;
passing0 = [passing0, 3];
}
else {
if(_valid0){
valid1 = true;
passing0 = 3;
}
}
}
}
if(!valid1){
const err4 = {instancePath:instancePath+"/with",schemaPath:"#/properties/with/oneOf",keyword:"oneOf",params:{passingSchemas: passing0}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
validate184.errors = vErrors;
return false;
}
else {
errors = _errs5;
if(vErrors !== null){
if(_errs5){
vErrors.length = _errs5;
}
else {
vErrors = null;
}
}
}
if(errors === _errs3){
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
const _errs10 = errors;
for(const key1 in data1){
if(!((((((((key1 === "document") || (key1 === "channel")) || (key1 === "operation")) || (key1 === "server")) || (key1 === "protocol")) || (key1 === "message")) || (key1 === "subscription")) || (key1 === "authentication"))){
validate184.errors = [{instancePath:instancePath+"/with",schemaPath:"#/properties/with/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1}}];
return false;
break;
}
}
if(_errs10 === errors){
if(data1.document !== undefined){
const _errs11 = errors;
if(!(validate55(data1.document, {instancePath:instancePath+"/with/document",parentData:data1,parentDataProperty:"document",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate55.errors : vErrors.concat(validate55.errors);
errors = vErrors.length;
}
var valid2 = _errs11 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data1.channel !== undefined){
const _errs12 = errors;
if(typeof data1.channel !== "string"){
validate184.errors = [{instancePath:instancePath+"/with/channel",schemaPath:"#/properties/with/properties/channel/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid2 = _errs12 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data1.operation !== undefined){
const _errs14 = errors;
if(typeof data1.operation !== "string"){
validate184.errors = [{instancePath:instancePath+"/with/operation",schemaPath:"#/properties/with/properties/operation/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid2 = _errs14 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data1.server !== undefined){
let data5 = data1.server;
const _errs16 = errors;
if(errors === _errs16){
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
let missing5;
if((data5.name === undefined) && (missing5 = "name")){
validate184.errors = [{instancePath:instancePath+"/with/server",schemaPath:"#/properties/with/properties/server/required",keyword:"required",params:{missingProperty: missing5}}];
return false;
}
else {
const _errs18 = errors;
for(const key2 in data5){
if(!((key2 === "name") || (key2 === "variables"))){
validate184.errors = [{instancePath:instancePath+"/with/server",schemaPath:"#/properties/with/properties/server/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2}}];
return false;
break;
}
}
if(_errs18 === errors){
if(data5.name !== undefined){
const _errs19 = errors;
if(typeof data5.name !== "string"){
validate184.errors = [{instancePath:instancePath+"/with/server/name",schemaPath:"#/properties/with/properties/server/properties/name/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid3 = _errs19 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data5.variables !== undefined){
let data7 = data5.variables;
const _errs21 = errors;
if(errors === _errs21){
if(data7 && typeof data7 == "object" && !Array.isArray(data7)){
}
else {
validate184.errors = [{instancePath:instancePath+"/with/server/variables",schemaPath:"#/properties/with/properties/server/properties/variables/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid3 = _errs21 === errors;
}
else {
var valid3 = true;
}
}
}
}
}
else {
validate184.errors = [{instancePath:instancePath+"/with/server",schemaPath:"#/properties/with/properties/server/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid2 = _errs16 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data1.protocol !== undefined){
let data8 = data1.protocol;
const _errs24 = errors;
if(typeof data8 !== "string"){
validate184.errors = [{instancePath:instancePath+"/with/protocol",schemaPath:"#/properties/with/properties/protocol/type",keyword:"type",params:{type: "string"}}];
return false;
}
if(!(((((((((((((((((((data8 === "amqp") || (data8 === "amqp1")) || (data8 === "anypointmq")) || (data8 === "googlepubsub")) || (data8 === "http")) || (data8 === "ibmmq")) || (data8 === "jms")) || (data8 === "kafka")) || (data8 === "mercure")) || (data8 === "mqtt")) || (data8 === "mqtt5")) || (data8 === "nats")) || (data8 === "pulsar")) || (data8 === "redis")) || (data8 === "sns")) || (data8 === "solace")) || (data8 === "sqs")) || (data8 === "stomp")) || (data8 === "ws"))){
validate184.errors = [{instancePath:instancePath+"/with/protocol",schemaPath:"#/properties/with/properties/protocol/enum",keyword:"enum",params:{allowedValues: schema65.properties.with.properties.protocol.enum}}];
return false;
}
var valid2 = _errs24 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data1.message !== undefined){
let data9 = data1.message;
const _errs26 = errors;
if(errors === _errs26){
if(data9 && typeof data9 == "object" && !Array.isArray(data9)){
const _errs28 = errors;
for(const key3 in data9){
if(!((key3 === "payload") || (key3 === "headers"))){
validate184.errors = [{instancePath:instancePath+"/with/message",schemaPath:"#/properties/with/properties/message/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key3}}];
return false;
break;
}
}
if(_errs28 === errors){
if(data9.payload !== undefined){
let data10 = data9.payload;
const _errs29 = errors;
if(errors === _errs29){
if(data10 && typeof data10 == "object" && !Array.isArray(data10)){
}
else {
validate184.errors = [{instancePath:instancePath+"/with/message/payload",schemaPath:"#/properties/with/properties/message/properties/payload/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid4 = _errs29 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data9.headers !== undefined){
let data11 = data9.headers;
const _errs32 = errors;
if(errors === _errs32){
if(data11 && typeof data11 == "object" && !Array.isArray(data11)){
}
else {
validate184.errors = [{instancePath:instancePath+"/with/message/headers",schemaPath:"#/properties/with/properties/message/properties/headers/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid4 = _errs32 === errors;
}
else {
var valid4 = true;
}
}
}
}
else {
validate184.errors = [{instancePath:instancePath+"/with/message",schemaPath:"#/properties/with/properties/message/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid2 = _errs26 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data1.subscription !== undefined){
let data12 = data1.subscription;
const _errs35 = errors;
if(errors === _errs35){
if(data12 && typeof data12 == "object" && !Array.isArray(data12)){
let missing6;
if((data12.consume === undefined) && (missing6 = "consume")){
validate184.errors = [{instancePath:instancePath+"/with/subscription",schemaPath:"#/properties/with/properties/subscription/required",keyword:"required",params:{missingProperty: missing6}}];
return false;
}
else {
const _errs37 = errors;
for(const key4 in data12){
if(!(((key4 === "filter") || (key4 === "consume")) || (key4 === "foreach"))){
validate184.errors = [{instancePath:instancePath+"/with/subscription",schemaPath:"#/properties/with/properties/subscription/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key4}}];
return false;
break;
}
}
if(_errs37 === errors){
if(data12.filter !== undefined){
const _errs38 = errors;
if(!(validate128(data12.filter, {instancePath:instancePath+"/with/subscription/filter",parentData:data12,parentDataProperty:"filter",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate128.errors : vErrors.concat(validate128.errors);
errors = vErrors.length;
}
var valid5 = _errs38 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data12.consume !== undefined){
let data14 = data12.consume;
const _errs39 = errors;
const _errs40 = errors;
let valid6 = false;
let passing1 = null;
const _errs41 = errors;
if(errors === _errs41){
if(data14 && typeof data14 == "object" && !Array.isArray(data14)){
let missing7;
if((data14.amount === undefined) && (missing7 = "amount")){
const err5 = {instancePath:instancePath+"/with/subscription/consume",schemaPath:"#/properties/with/properties/subscription/properties/consume/oneOf/0/required",keyword:"required",params:{missingProperty: missing7}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
else {
const _errs43 = errors;
for(const key5 in data14){
if(!((key5 === "amount") || (key5 === "for"))){
const err6 = {instancePath:instancePath+"/with/subscription/consume",schemaPath:"#/properties/with/properties/subscription/properties/consume/oneOf/0/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key5}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
break;
}
}
if(_errs43 === errors){
if(data14.amount !== undefined){
let data15 = data14.amount;
const _errs44 = errors;
if(!((typeof data15 == "number") && (!(data15 % 1) && !isNaN(data15)))){
const err7 = {instancePath:instancePath+"/with/subscription/consume/amount",schemaPath:"#/properties/with/properties/subscription/properties/consume/oneOf/0/properties/amount/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(errors === _errs44){
if(typeof data15 == "number"){
if(data15 < 1 || isNaN(data15)){
const err8 = {instancePath:instancePath+"/with/subscription/consume/amount",schemaPath:"#/properties/with/properties/subscription/properties/consume/oneOf/0/properties/amount/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
}
var valid7 = _errs44 === errors;
}
else {
var valid7 = true;
}
if(valid7){
if(data14.for !== undefined){
const _errs46 = errors;
if(!(validate151(data14.for, {instancePath:instancePath+"/with/subscription/consume/for",parentData:data14,parentDataProperty:"for",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate151.errors : vErrors.concat(validate151.errors);
errors = vErrors.length;
}
var valid7 = _errs46 === errors;
}
else {
var valid7 = true;
}
}
}
}
}
else {
const err9 = {instancePath:instancePath+"/with/subscription/consume",schemaPath:"#/properties/with/properties/subscription/properties/consume/oneOf/0/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
var _valid1 = _errs41 === errors;
if(_valid1){
valid6 = true;
passing1 = 0;
var props1 = true;
}
const _errs47 = errors;
if(errors === _errs47){
if(data14 && typeof data14 == "object" && !Array.isArray(data14)){
let missing8;
if((data14.while === undefined) && (missing8 = "while")){
const err10 = {instancePath:instancePath+"/with/subscription/consume",schemaPath:"#/properties/with/properties/subscription/properties/consume/oneOf/1/required",keyword:"required",params:{missingProperty: missing8}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
else {
const _errs49 = errors;
for(const key6 in data14){
if(!((key6 === "while") || (key6 === "for"))){
const err11 = {instancePath:instancePath+"/with/subscription/consume",schemaPath:"#/properties/with/properties/subscription/properties/consume/oneOf/1/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key6}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
break;
}
}
if(_errs49 === errors){
if(data14.while !== undefined){
const _errs50 = errors;
if(!(validate128(data14.while, {instancePath:instancePath+"/with/subscription/consume/while",parentData:data14,parentDataProperty:"while",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate128.errors : vErrors.concat(validate128.errors);
errors = vErrors.length;
}
var valid8 = _errs50 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data14.for !== undefined){
const _errs51 = errors;
if(!(validate151(data14.for, {instancePath:instancePath+"/with/subscription/consume/for",parentData:data14,parentDataProperty:"for",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate151.errors : vErrors.concat(validate151.errors);
errors = vErrors.length;
}
var valid8 = _errs51 === errors;
}
else {
var valid8 = true;
}
}
}
}
}
else {
const err12 = {instancePath:instancePath+"/with/subscription/consume",schemaPath:"#/properties/with/properties/subscription/properties/consume/oneOf/1/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
var _valid1 = _errs47 === errors;
if(_valid1 && valid6){
valid6 = false;
passing1 = [passing1, 1];
}
else {
if(_valid1){
valid6 = true;
passing1 = 1;
if(props1 !== true){
props1 = true;
}
}
const _errs52 = errors;
if(errors === _errs52){
if(data14 && typeof data14 == "object" && !Array.isArray(data14)){
let missing9;
if((data14.until === undefined) && (missing9 = "until")){
const err13 = {instancePath:instancePath+"/with/subscription/consume",schemaPath:"#/properties/with/properties/subscription/properties/consume/oneOf/2/required",keyword:"required",params:{missingProperty: missing9}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
else {
const _errs54 = errors;
for(const key7 in data14){
if(!((key7 === "until") || (key7 === "for"))){
const err14 = {instancePath:instancePath+"/with/subscription/consume",schemaPath:"#/properties/with/properties/subscription/properties/consume/oneOf/2/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key7}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
break;
}
}
if(_errs54 === errors){
if(data14.until !== undefined){
const _errs55 = errors;
if(!(validate128(data14.until, {instancePath:instancePath+"/with/subscription/consume/until",parentData:data14,parentDataProperty:"until",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate128.errors : vErrors.concat(validate128.errors);
errors = vErrors.length;
}
var valid9 = _errs55 === errors;
}
else {
var valid9 = true;
}
if(valid9){
if(data14.for !== undefined){
const _errs56 = errors;
if(!(validate151(data14.for, {instancePath:instancePath+"/with/subscription/consume/for",parentData:data14,parentDataProperty:"for",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate151.errors : vErrors.concat(validate151.errors);
errors = vErrors.length;
}
var valid9 = _errs56 === errors;
}
else {
var valid9 = true;
}
}
}
}
}
else {
const err15 = {instancePath:instancePath+"/with/subscription/consume",schemaPath:"#/properties/with/properties/subscription/properties/consume/oneOf/2/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
var _valid1 = _errs52 === errors;
if(_valid1 && valid6){
valid6 = false;
passing1 = [passing1, 2];
}
else {
if(_valid1){
valid6 = true;
passing1 = 2;
if(props1 !== true){
props1 = true;
}
}
}
}
if(!valid6){
const err16 = {instancePath:instancePath+"/with/subscription/consume",schemaPath:"#/properties/with/properties/subscription/properties/consume/oneOf",keyword:"oneOf",params:{passingSchemas: passing1}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
validate184.errors = vErrors;
return false;
}
else {
errors = _errs40;
if(vErrors !== null){
if(_errs40){
vErrors.length = _errs40;
}
else {
vErrors = null;
}
}
}
var valid5 = _errs39 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data12.foreach !== undefined){
const _errs57 = errors;
if(!(validate192(data12.foreach, {instancePath:instancePath+"/with/subscription/foreach",parentData:data12,parentDataProperty:"foreach",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate192.errors : vErrors.concat(validate192.errors);
errors = vErrors.length;
}
var valid5 = _errs57 === errors;
}
else {
var valid5 = true;
}
}
}
}
}
}
else {
validate184.errors = [{instancePath:instancePath+"/with/subscription",schemaPath:"#/properties/with/properties/subscription/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid2 = _errs35 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data1.authentication !== undefined){
const _errs58 = errors;
if(!(validate57(data1.authentication, {instancePath:instancePath+"/with/authentication",parentData:data1,parentDataProperty:"authentication",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate57.errors : vErrors.concat(validate57.errors);
errors = vErrors.length;
}
var valid2 = _errs58 === errors;
}
else {
var valid2 = true;
}
}
}
}
}
}
}
}
}
}
else {
validate184.errors = [{instancePath:instancePath+"/with",schemaPath:"#/properties/with/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.if !== undefined){
const _errs59 = errors;
if(!(validate138(data.if, {instancePath:instancePath+"/if",parentData:data,parentDataProperty:"if",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate138.errors : vErrors.concat(validate138.errors);
errors = vErrors.length;
}
var valid0 = _errs59 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.input !== undefined){
const _errs60 = errors;
if(!(validate140(data.input, {instancePath:instancePath+"/input",parentData:data,parentDataProperty:"input",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate140.errors : vErrors.concat(validate140.errors);
errors = vErrors.length;
}
var valid0 = _errs60 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.output !== undefined){
const _errs61 = errors;
if(!(validate143(data.output, {instancePath:instancePath+"/output",parentData:data,parentDataProperty:"output",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate143.errors : vErrors.concat(validate143.errors);
errors = vErrors.length;
}
var valid0 = _errs61 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.export !== undefined){
const _errs62 = errors;
if(!(validate146(data.export, {instancePath:instancePath+"/export",parentData:data,parentDataProperty:"export",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate146.errors : vErrors.concat(validate146.errors);
errors = vErrors.length;
}
var valid0 = _errs62 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.timeout !== undefined){
const _errs63 = errors;
if(!(validate149(data.timeout, {instancePath:instancePath+"/timeout",parentData:data,parentDataProperty:"timeout",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate149.errors : vErrors.concat(validate149.errors);
errors = vErrors.length;
}
var valid0 = _errs63 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.then !== undefined){
const _errs64 = errors;
if(!(validate155(data.then, {instancePath:instancePath+"/then",parentData:data,parentDataProperty:"then",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate155.errors : vErrors.concat(validate155.errors);
errors = vErrors.length;
}
var valid0 = _errs64 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.metadata !== undefined){
const _errs65 = errors;
if(!(validate157(data.metadata, {instancePath:instancePath+"/metadata",parentData:data,parentDataProperty:"metadata",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate157.errors : vErrors.concat(validate157.errors);
errors = vErrors.length;
}
var valid0 = _errs65 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate184.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate184.errors = vErrors;
return errors === 0;
}
validate184.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema69 = {"type":"object","required":["call","with"],"additionalProperties":false,"properties":{"call":{"const":"a2a"},"with":{"type":"object","required":["method"],"additionalProperties":false,"properties":{"agentCard":{"$ref":"#/$defs/externalResource"},"server":{"$ref":"#/$defs/endpoint"},"method":{"type":"string","enum":["message/send","message/stream","tasks/get","tasks/list","tasks/cancel","tasks/resubscribe","tasks/pushNotificationConfig/set","tasks/pushNotificationConfig/get","tasks/pushNotificationConfig/list","tasks/pushNotificationConfig/delete","agent/getAuthenticatedExtendedCard"]},"parameters":{"oneOf":[{"type":"object","additionalProperties":true,"minProperties":1},{"type":"string"}]}}},"if":{"$ref":"#/$defs/taskIf"},"input":{"$ref":"#/$defs/taskInput"},"output":{"$ref":"#/$defs/taskOutput"},"export":{"$ref":"#/$defs/taskExport"},"timeout":{"$ref":"#/$defs/taskTimeout"},"then":{"$ref":"#/$defs/taskThen"},"metadata":{"$ref":"#/$defs/taskMetadata"}}};

function validate209(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate209.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.call === undefined) && (missing0 = "call")) || ((data.with === undefined) && (missing0 = "with"))){
validate209.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(func3.call(schema69.properties, key0))){
validate209.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.call !== undefined){
const _errs2 = errors;
if("a2a" !== data.call){
validate209.errors = [{instancePath:instancePath+"/call",schemaPath:"#/properties/call/const",keyword:"const",params:{allowedValue: "a2a"}}];
return false;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.with !== undefined){
let data1 = data.with;
const _errs3 = errors;
if(errors === _errs3){
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
let missing1;
if((data1.method === undefined) && (missing1 = "method")){
validate209.errors = [{instancePath:instancePath+"/with",schemaPath:"#/properties/with/required",keyword:"required",params:{missingProperty: missing1}}];
return false;
}
else {
const _errs5 = errors;
for(const key1 in data1){
if(!((((key1 === "agentCard") || (key1 === "server")) || (key1 === "method")) || (key1 === "parameters"))){
validate209.errors = [{instancePath:instancePath+"/with",schemaPath:"#/properties/with/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1}}];
return false;
break;
}
}
if(_errs5 === errors){
if(data1.agentCard !== undefined){
const _errs6 = errors;
if(!(validate55(data1.agentCard, {instancePath:instancePath+"/with/agentCard",parentData:data1,parentDataProperty:"agentCard",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate55.errors : vErrors.concat(validate55.errors);
errors = vErrors.length;
}
var valid1 = _errs6 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.server !== undefined){
const _errs7 = errors;
if(!(validate56(data1.server, {instancePath:instancePath+"/with/server",parentData:data1,parentDataProperty:"server",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate56.errors : vErrors.concat(validate56.errors);
errors = vErrors.length;
}
var valid1 = _errs7 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.method !== undefined){
let data4 = data1.method;
const _errs8 = errors;
if(typeof data4 !== "string"){
validate209.errors = [{instancePath:instancePath+"/with/method",schemaPath:"#/properties/with/properties/method/type",keyword:"type",params:{type: "string"}}];
return false;
}
if(!(((((((((((data4 === "message/send") || (data4 === "message/stream")) || (data4 === "tasks/get")) || (data4 === "tasks/list")) || (data4 === "tasks/cancel")) || (data4 === "tasks/resubscribe")) || (data4 === "tasks/pushNotificationConfig/set")) || (data4 === "tasks/pushNotificationConfig/get")) || (data4 === "tasks/pushNotificationConfig/list")) || (data4 === "tasks/pushNotificationConfig/delete")) || (data4 === "agent/getAuthenticatedExtendedCard"))){
validate209.errors = [{instancePath:instancePath+"/with/method",schemaPath:"#/properties/with/properties/method/enum",keyword:"enum",params:{allowedValues: schema69.properties.with.properties.method.enum}}];
return false;
}
var valid1 = _errs8 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.parameters !== undefined){
let data5 = data1.parameters;
const _errs10 = errors;
const _errs11 = errors;
let valid2 = false;
let passing0 = null;
const _errs12 = errors;
if(errors === _errs12){
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
if(Object.keys(data5).length < 1){
const err0 = {instancePath:instancePath+"/with/parameters",schemaPath:"#/properties/with/properties/parameters/oneOf/0/minProperties",keyword:"minProperties",params:{limit: 1}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
else {
const err1 = {instancePath:instancePath+"/with/parameters",schemaPath:"#/properties/with/properties/parameters/oneOf/0/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
var _valid0 = _errs12 === errors;
if(_valid0){
valid2 = true;
passing0 = 0;
}
const _errs15 = errors;
if(typeof data5 !== "string"){
const err2 = {instancePath:instancePath+"/with/parameters",schemaPath:"#/properties/with/properties/parameters/oneOf/1/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
var _valid0 = _errs15 === errors;
if(_valid0 && valid2){
valid2 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid2 = true;
passing0 = 1;
}
}
if(!valid2){
const err3 = {instancePath:instancePath+"/with/parameters",schemaPath:"#/properties/with/properties/parameters/oneOf",keyword:"oneOf",params:{passingSchemas: passing0}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
validate209.errors = vErrors;
return false;
}
else {
errors = _errs11;
if(vErrors !== null){
if(_errs11){
vErrors.length = _errs11;
}
else {
vErrors = null;
}
}
}
var valid1 = _errs10 === errors;
}
else {
var valid1 = true;
}
}
}
}
}
}
}
else {
validate209.errors = [{instancePath:instancePath+"/with",schemaPath:"#/properties/with/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.if !== undefined){
const _errs17 = errors;
if(!(validate138(data.if, {instancePath:instancePath+"/if",parentData:data,parentDataProperty:"if",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate138.errors : vErrors.concat(validate138.errors);
errors = vErrors.length;
}
var valid0 = _errs17 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.input !== undefined){
const _errs18 = errors;
if(!(validate140(data.input, {instancePath:instancePath+"/input",parentData:data,parentDataProperty:"input",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate140.errors : vErrors.concat(validate140.errors);
errors = vErrors.length;
}
var valid0 = _errs18 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.output !== undefined){
const _errs19 = errors;
if(!(validate143(data.output, {instancePath:instancePath+"/output",parentData:data,parentDataProperty:"output",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate143.errors : vErrors.concat(validate143.errors);
errors = vErrors.length;
}
var valid0 = _errs19 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.export !== undefined){
const _errs20 = errors;
if(!(validate146(data.export, {instancePath:instancePath+"/export",parentData:data,parentDataProperty:"export",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate146.errors : vErrors.concat(validate146.errors);
errors = vErrors.length;
}
var valid0 = _errs20 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.timeout !== undefined){
const _errs21 = errors;
if(!(validate149(data.timeout, {instancePath:instancePath+"/timeout",parentData:data,parentDataProperty:"timeout",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate149.errors : vErrors.concat(validate149.errors);
errors = vErrors.length;
}
var valid0 = _errs21 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.then !== undefined){
const _errs22 = errors;
if(!(validate155(data.then, {instancePath:instancePath+"/then",parentData:data,parentDataProperty:"then",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate155.errors : vErrors.concat(validate155.errors);
errors = vErrors.length;
}
var valid0 = _errs22 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.metadata !== undefined){
const _errs23 = errors;
if(!(validate157(data.metadata, {instancePath:instancePath+"/metadata",parentData:data,parentDataProperty:"metadata",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate157.errors : vErrors.concat(validate157.errors);
errors = vErrors.length;
}
var valid0 = _errs23 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate209.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate209.errors = vErrors;
return errors === 0;
}
validate209.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema70 = {"type":"object","required":["call","with"],"additionalProperties":false,"properties":{"call":{"const":"mcp"},"with":{"type":"object","required":["method","transport"],"properties":{"protocolVersion":{"type":"string"},"method":{"type":"string","enum":["tools/list","tools/call","prompts/list","prompts/get","resources/list","resources/read","resources/templates/list"]},"parameters":{"oneOf":[{"type":"object","additionalProperties":true},{"type":"string"}]},"timeout":{"$ref":"#/$defs/duration"},"transport":{"oneOf":[{"type":"object","required":["http"],"additionalProperties":false,"properties":{"http":{"type":"object","required":["endpoint"],"properties":{"endpoint":{"$ref":"#/$defs/endpoint"},"headers":{"type":"object","additionalProperties":{"type":"string"}}}},"options":{"type":"object","additionalProperties":{"type":"string"}}}},{"type":"object","required":["stdio"],"additionalProperties":false,"properties":{"stdio":{"type":"object","required":["command"],"properties":{"command":{"type":"string"},"arguments":{"type":"array","items":{"type":"string"}},"environment":{"type":"object","additionalProperties":{"type":"string"}}}},"options":{"type":"object","additionalProperties":{"type":"string"}}}}]},"client":{"type":"object","required":["name","version"],"properties":{"name":{"type":"string"},"version":{"type":"string"}}}}},"if":{"$ref":"#/$defs/taskIf"},"input":{"$ref":"#/$defs/taskInput"},"output":{"$ref":"#/$defs/taskOutput"},"export":{"$ref":"#/$defs/taskExport"},"timeout":{"$ref":"#/$defs/taskTimeout"},"then":{"$ref":"#/$defs/taskThen"},"metadata":{"$ref":"#/$defs/taskMetadata"}}};

function validate220(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate220.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.call === undefined) && (missing0 = "call")) || ((data.with === undefined) && (missing0 = "with"))){
validate220.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(func3.call(schema70.properties, key0))){
validate220.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.call !== undefined){
const _errs2 = errors;
if("mcp" !== data.call){
validate220.errors = [{instancePath:instancePath+"/call",schemaPath:"#/properties/call/const",keyword:"const",params:{allowedValue: "mcp"}}];
return false;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.with !== undefined){
let data1 = data.with;
const _errs3 = errors;
if(errors === _errs3){
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
let missing1;
if(((data1.method === undefined) && (missing1 = "method")) || ((data1.transport === undefined) && (missing1 = "transport"))){
validate220.errors = [{instancePath:instancePath+"/with",schemaPath:"#/properties/with/required",keyword:"required",params:{missingProperty: missing1}}];
return false;
}
else {
if(data1.protocolVersion !== undefined){
const _errs5 = errors;
if(typeof data1.protocolVersion !== "string"){
validate220.errors = [{instancePath:instancePath+"/with/protocolVersion",schemaPath:"#/properties/with/properties/protocolVersion/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid1 = _errs5 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.method !== undefined){
let data3 = data1.method;
const _errs7 = errors;
if(typeof data3 !== "string"){
validate220.errors = [{instancePath:instancePath+"/with/method",schemaPath:"#/properties/with/properties/method/type",keyword:"type",params:{type: "string"}}];
return false;
}
if(!(((((((data3 === "tools/list") || (data3 === "tools/call")) || (data3 === "prompts/list")) || (data3 === "prompts/get")) || (data3 === "resources/list")) || (data3 === "resources/read")) || (data3 === "resources/templates/list"))){
validate220.errors = [{instancePath:instancePath+"/with/method",schemaPath:"#/properties/with/properties/method/enum",keyword:"enum",params:{allowedValues: schema70.properties.with.properties.method.enum}}];
return false;
}
var valid1 = _errs7 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.parameters !== undefined){
let data4 = data1.parameters;
const _errs9 = errors;
const _errs10 = errors;
let valid2 = false;
let passing0 = null;
const _errs11 = errors;
if(errors === _errs11){
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
}
else {
const err0 = {instancePath:instancePath+"/with/parameters",schemaPath:"#/properties/with/properties/parameters/oneOf/0/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
var _valid0 = _errs11 === errors;
if(_valid0){
valid2 = true;
passing0 = 0;
}
const _errs14 = errors;
if(typeof data4 !== "string"){
const err1 = {instancePath:instancePath+"/with/parameters",schemaPath:"#/properties/with/properties/parameters/oneOf/1/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
var _valid0 = _errs14 === errors;
if(_valid0 && valid2){
valid2 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid2 = true;
passing0 = 1;
}
}
if(!valid2){
const err2 = {instancePath:instancePath+"/with/parameters",schemaPath:"#/properties/with/properties/parameters/oneOf",keyword:"oneOf",params:{passingSchemas: passing0}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
validate220.errors = vErrors;
return false;
}
else {
errors = _errs10;
if(vErrors !== null){
if(_errs10){
vErrors.length = _errs10;
}
else {
vErrors = null;
}
}
}
var valid1 = _errs9 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.timeout !== undefined){
const _errs16 = errors;
if(!(validate151(data1.timeout, {instancePath:instancePath+"/with/timeout",parentData:data1,parentDataProperty:"timeout",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate151.errors : vErrors.concat(validate151.errors);
errors = vErrors.length;
}
var valid1 = _errs16 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.transport !== undefined){
let data6 = data1.transport;
const _errs17 = errors;
const _errs18 = errors;
let valid3 = false;
let passing1 = null;
const _errs19 = errors;
if(errors === _errs19){
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
let missing2;
if((data6.http === undefined) && (missing2 = "http")){
const err3 = {instancePath:instancePath+"/with/transport",schemaPath:"#/properties/with/properties/transport/oneOf/0/required",keyword:"required",params:{missingProperty: missing2}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
else {
const _errs21 = errors;
for(const key1 in data6){
if(!((key1 === "http") || (key1 === "options"))){
const err4 = {instancePath:instancePath+"/with/transport",schemaPath:"#/properties/with/properties/transport/oneOf/0/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
break;
}
}
if(_errs21 === errors){
if(data6.http !== undefined){
let data7 = data6.http;
const _errs22 = errors;
if(errors === _errs22){
if(data7 && typeof data7 == "object" && !Array.isArray(data7)){
let missing3;
if((data7.endpoint === undefined) && (missing3 = "endpoint")){
const err5 = {instancePath:instancePath+"/with/transport/http",schemaPath:"#/properties/with/properties/transport/oneOf/0/properties/http/required",keyword:"required",params:{missingProperty: missing3}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
else {
if(data7.endpoint !== undefined){
const _errs24 = errors;
if(!(validate56(data7.endpoint, {instancePath:instancePath+"/with/transport/http/endpoint",parentData:data7,parentDataProperty:"endpoint",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate56.errors : vErrors.concat(validate56.errors);
errors = vErrors.length;
}
var valid5 = _errs24 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data7.headers !== undefined){
let data9 = data7.headers;
const _errs25 = errors;
if(errors === _errs25){
if(data9 && typeof data9 == "object" && !Array.isArray(data9)){
for(const key2 in data9){
const _errs28 = errors;
if(typeof data9[key2] !== "string"){
const err6 = {instancePath:instancePath+"/with/transport/http/headers/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/with/properties/transport/oneOf/0/properties/http/properties/headers/additionalProperties/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
var valid6 = _errs28 === errors;
if(!valid6){
break;
}
}
}
else {
const err7 = {instancePath:instancePath+"/with/transport/http/headers",schemaPath:"#/properties/with/properties/transport/oneOf/0/properties/http/properties/headers/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
var valid5 = _errs25 === errors;
}
else {
var valid5 = true;
}
}
}
}
else {
const err8 = {instancePath:instancePath+"/with/transport/http",schemaPath:"#/properties/with/properties/transport/oneOf/0/properties/http/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
var valid4 = _errs22 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data6.options !== undefined){
let data11 = data6.options;
const _errs30 = errors;
if(errors === _errs30){
if(data11 && typeof data11 == "object" && !Array.isArray(data11)){
for(const key3 in data11){
const _errs33 = errors;
if(typeof data11[key3] !== "string"){
const err9 = {instancePath:instancePath+"/with/transport/options/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/with/properties/transport/oneOf/0/properties/options/additionalProperties/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
var valid7 = _errs33 === errors;
if(!valid7){
break;
}
}
}
else {
const err10 = {instancePath:instancePath+"/with/transport/options",schemaPath:"#/properties/with/properties/transport/oneOf/0/properties/options/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
var valid4 = _errs30 === errors;
}
else {
var valid4 = true;
}
}
}
}
}
else {
const err11 = {instancePath:instancePath+"/with/transport",schemaPath:"#/properties/with/properties/transport/oneOf/0/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
var _valid1 = _errs19 === errors;
if(_valid1){
valid3 = true;
passing1 = 0;
var props3 = true;
}
const _errs35 = errors;
if(errors === _errs35){
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
let missing4;
if((data6.stdio === undefined) && (missing4 = "stdio")){
const err12 = {instancePath:instancePath+"/with/transport",schemaPath:"#/properties/with/properties/transport/oneOf/1/required",keyword:"required",params:{missingProperty: missing4}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
else {
const _errs37 = errors;
for(const key4 in data6){
if(!((key4 === "stdio") || (key4 === "options"))){
const err13 = {instancePath:instancePath+"/with/transport",schemaPath:"#/properties/with/properties/transport/oneOf/1/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key4}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
break;
}
}
if(_errs37 === errors){
if(data6.stdio !== undefined){
let data13 = data6.stdio;
const _errs38 = errors;
if(errors === _errs38){
if(data13 && typeof data13 == "object" && !Array.isArray(data13)){
let missing5;
if((data13.command === undefined) && (missing5 = "command")){
const err14 = {instancePath:instancePath+"/with/transport/stdio",schemaPath:"#/properties/with/properties/transport/oneOf/1/properties/stdio/required",keyword:"required",params:{missingProperty: missing5}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
else {
if(data13.command !== undefined){
const _errs40 = errors;
if(typeof data13.command !== "string"){
const err15 = {instancePath:instancePath+"/with/transport/stdio/command",schemaPath:"#/properties/with/properties/transport/oneOf/1/properties/stdio/properties/command/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
var valid9 = _errs40 === errors;
}
else {
var valid9 = true;
}
if(valid9){
if(data13.arguments !== undefined){
let data15 = data13.arguments;
const _errs42 = errors;
if(errors === _errs42){
if(Array.isArray(data15)){
var valid10 = true;
const len0 = data15.length;
for(let i0=0; i0<len0; i0++){
const _errs44 = errors;
if(typeof data15[i0] !== "string"){
const err16 = {instancePath:instancePath+"/with/transport/stdio/arguments/" + i0,schemaPath:"#/properties/with/properties/transport/oneOf/1/properties/stdio/properties/arguments/items/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
var valid10 = _errs44 === errors;
if(!valid10){
break;
}
}
}
else {
const err17 = {instancePath:instancePath+"/with/transport/stdio/arguments",schemaPath:"#/properties/with/properties/transport/oneOf/1/properties/stdio/properties/arguments/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
var valid9 = _errs42 === errors;
}
else {
var valid9 = true;
}
if(valid9){
if(data13.environment !== undefined){
let data17 = data13.environment;
const _errs46 = errors;
if(errors === _errs46){
if(data17 && typeof data17 == "object" && !Array.isArray(data17)){
for(const key5 in data17){
const _errs49 = errors;
if(typeof data17[key5] !== "string"){
const err18 = {instancePath:instancePath+"/with/transport/stdio/environment/" + key5.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/with/properties/transport/oneOf/1/properties/stdio/properties/environment/additionalProperties/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
var valid11 = _errs49 === errors;
if(!valid11){
break;
}
}
}
else {
const err19 = {instancePath:instancePath+"/with/transport/stdio/environment",schemaPath:"#/properties/with/properties/transport/oneOf/1/properties/stdio/properties/environment/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
var valid9 = _errs46 === errors;
}
else {
var valid9 = true;
}
}
}
}
}
else {
const err20 = {instancePath:instancePath+"/with/transport/stdio",schemaPath:"#/properties/with/properties/transport/oneOf/1/properties/stdio/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
var valid8 = _errs38 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data6.options !== undefined){
let data19 = data6.options;
const _errs51 = errors;
if(errors === _errs51){
if(data19 && typeof data19 == "object" && !Array.isArray(data19)){
for(const key6 in data19){
const _errs54 = errors;
if(typeof data19[key6] !== "string"){
const err21 = {instancePath:instancePath+"/with/transport/options/" + key6.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/with/properties/transport/oneOf/1/properties/options/additionalProperties/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
var valid12 = _errs54 === errors;
if(!valid12){
break;
}
}
}
else {
const err22 = {instancePath:instancePath+"/with/transport/options",schemaPath:"#/properties/with/properties/transport/oneOf/1/properties/options/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
var valid8 = _errs51 === errors;
}
else {
var valid8 = true;
}
}
}
}
}
else {
const err23 = {instancePath:instancePath+"/with/transport",schemaPath:"#/properties/with/properties/transport/oneOf/1/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
var _valid1 = _errs35 === errors;
if(_valid1 && valid3){
valid3 = false;
passing1 = [passing1, 1];
}
else {
if(_valid1){
valid3 = true;
passing1 = 1;
if(props3 !== true){
props3 = true;
}
}
}
if(!valid3){
const err24 = {instancePath:instancePath+"/with/transport",schemaPath:"#/properties/with/properties/transport/oneOf",keyword:"oneOf",params:{passingSchemas: passing1}};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
validate220.errors = vErrors;
return false;
}
else {
errors = _errs18;
if(vErrors !== null){
if(_errs18){
vErrors.length = _errs18;
}
else {
vErrors = null;
}
}
}
var valid1 = _errs17 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.client !== undefined){
let data21 = data1.client;
const _errs56 = errors;
if(errors === _errs56){
if(data21 && typeof data21 == "object" && !Array.isArray(data21)){
let missing6;
if(((data21.name === undefined) && (missing6 = "name")) || ((data21.version === undefined) && (missing6 = "version"))){
validate220.errors = [{instancePath:instancePath+"/with/client",schemaPath:"#/properties/with/properties/client/required",keyword:"required",params:{missingProperty: missing6}}];
return false;
}
else {
if(data21.name !== undefined){
const _errs58 = errors;
if(typeof data21.name !== "string"){
validate220.errors = [{instancePath:instancePath+"/with/client/name",schemaPath:"#/properties/with/properties/client/properties/name/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid13 = _errs58 === errors;
}
else {
var valid13 = true;
}
if(valid13){
if(data21.version !== undefined){
const _errs60 = errors;
if(typeof data21.version !== "string"){
validate220.errors = [{instancePath:instancePath+"/with/client/version",schemaPath:"#/properties/with/properties/client/properties/version/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid13 = _errs60 === errors;
}
else {
var valid13 = true;
}
}
}
}
else {
validate220.errors = [{instancePath:instancePath+"/with/client",schemaPath:"#/properties/with/properties/client/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid1 = _errs56 === errors;
}
else {
var valid1 = true;
}
}
}
}
}
}
}
}
else {
validate220.errors = [{instancePath:instancePath+"/with",schemaPath:"#/properties/with/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.if !== undefined){
const _errs62 = errors;
if(!(validate138(data.if, {instancePath:instancePath+"/if",parentData:data,parentDataProperty:"if",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate138.errors : vErrors.concat(validate138.errors);
errors = vErrors.length;
}
var valid0 = _errs62 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.input !== undefined){
const _errs63 = errors;
if(!(validate140(data.input, {instancePath:instancePath+"/input",parentData:data,parentDataProperty:"input",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate140.errors : vErrors.concat(validate140.errors);
errors = vErrors.length;
}
var valid0 = _errs63 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.output !== undefined){
const _errs64 = errors;
if(!(validate143(data.output, {instancePath:instancePath+"/output",parentData:data,parentDataProperty:"output",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate143.errors : vErrors.concat(validate143.errors);
errors = vErrors.length;
}
var valid0 = _errs64 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.export !== undefined){
const _errs65 = errors;
if(!(validate146(data.export, {instancePath:instancePath+"/export",parentData:data,parentDataProperty:"export",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate146.errors : vErrors.concat(validate146.errors);
errors = vErrors.length;
}
var valid0 = _errs65 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.timeout !== undefined){
const _errs66 = errors;
if(!(validate149(data.timeout, {instancePath:instancePath+"/timeout",parentData:data,parentDataProperty:"timeout",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate149.errors : vErrors.concat(validate149.errors);
errors = vErrors.length;
}
var valid0 = _errs66 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.then !== undefined){
const _errs67 = errors;
if(!(validate155(data.then, {instancePath:instancePath+"/then",parentData:data,parentDataProperty:"then",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate155.errors : vErrors.concat(validate155.errors);
errors = vErrors.length;
}
var valid0 = _errs67 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.metadata !== undefined){
const _errs68 = errors;
if(!(validate157(data.metadata, {instancePath:instancePath+"/metadata",parentData:data,parentDataProperty:"metadata",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate157.errors : vErrors.concat(validate157.errors);
errors = vErrors.length;
}
var valid0 = _errs68 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate220.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate220.errors = vErrors;
return errors === 0;
}
validate220.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema71 = {"type":"object","required":["call"],"additionalProperties":false,"properties":{"call":{"type":"string","minLength":1,"not":{"enum":["asyncapi","grpc","http","openapi","a2a","mcp"]}},"with":{"type":"object","additionalProperties":true},"if":{"$ref":"#/$defs/taskIf"},"input":{"$ref":"#/$defs/taskInput"},"output":{"$ref":"#/$defs/taskOutput"},"export":{"$ref":"#/$defs/taskExport"},"timeout":{"$ref":"#/$defs/taskTimeout"},"then":{"$ref":"#/$defs/taskThen"},"metadata":{"$ref":"#/$defs/taskMetadata"}}};

function validate231(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate231.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.call === undefined) && (missing0 = "call")){
validate231.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(func3.call(schema71.properties, key0))){
validate231.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.call !== undefined){
let data0 = data.call;
const _errs2 = errors;
const _errs4 = errors;
const _errs5 = errors;
if(!((((((data0 === "asyncapi") || (data0 === "grpc")) || (data0 === "http")) || (data0 === "openapi")) || (data0 === "a2a")) || (data0 === "mcp"))){
const err0 = {};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
var valid1 = _errs5 === errors;
if(valid1){
validate231.errors = [{instancePath:instancePath+"/call",schemaPath:"#/properties/call/not",keyword:"not",params:{}}];
return false;
}
else {
errors = _errs4;
if(vErrors !== null){
if(_errs4){
vErrors.length = _errs4;
}
else {
vErrors = null;
}
}
}
if(errors === _errs2){
if(typeof data0 === "string"){
if(func1(data0) < 1){
validate231.errors = [{instancePath:instancePath+"/call",schemaPath:"#/properties/call/minLength",keyword:"minLength",params:{limit: 1}}];
return false;
}
}
else {
validate231.errors = [{instancePath:instancePath+"/call",schemaPath:"#/properties/call/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.with !== undefined){
let data1 = data.with;
const _errs6 = errors;
if(errors === _errs6){
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
}
else {
validate231.errors = [{instancePath:instancePath+"/with",schemaPath:"#/properties/with/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.if !== undefined){
const _errs9 = errors;
if(!(validate138(data.if, {instancePath:instancePath+"/if",parentData:data,parentDataProperty:"if",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate138.errors : vErrors.concat(validate138.errors);
errors = vErrors.length;
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.input !== undefined){
const _errs10 = errors;
if(!(validate140(data.input, {instancePath:instancePath+"/input",parentData:data,parentDataProperty:"input",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate140.errors : vErrors.concat(validate140.errors);
errors = vErrors.length;
}
var valid0 = _errs10 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.output !== undefined){
const _errs11 = errors;
if(!(validate143(data.output, {instancePath:instancePath+"/output",parentData:data,parentDataProperty:"output",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate143.errors : vErrors.concat(validate143.errors);
errors = vErrors.length;
}
var valid0 = _errs11 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.export !== undefined){
const _errs12 = errors;
if(!(validate146(data.export, {instancePath:instancePath+"/export",parentData:data,parentDataProperty:"export",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate146.errors : vErrors.concat(validate146.errors);
errors = vErrors.length;
}
var valid0 = _errs12 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.timeout !== undefined){
const _errs13 = errors;
if(!(validate149(data.timeout, {instancePath:instancePath+"/timeout",parentData:data,parentDataProperty:"timeout",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate149.errors : vErrors.concat(validate149.errors);
errors = vErrors.length;
}
var valid0 = _errs13 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.then !== undefined){
const _errs14 = errors;
if(!(validate155(data.then, {instancePath:instancePath+"/then",parentData:data,parentDataProperty:"then",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate155.errors : vErrors.concat(validate155.errors);
errors = vErrors.length;
}
var valid0 = _errs14 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.metadata !== undefined){
const _errs15 = errors;
if(!(validate157(data.metadata, {instancePath:instancePath+"/metadata",parentData:data,parentDataProperty:"metadata",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate157.errors : vErrors.concat(validate157.errors);
errors = vErrors.length;
}
var valid0 = _errs15 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate231.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate231.errors = vErrors;
return errors === 0;
}
validate231.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate124(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate124.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs0 = errors;
let valid0 = false;
let passing0 = null;
const _errs1 = errors;
if(!(validate125(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate125.errors : vErrors.concat(validate125.errors);
errors = vErrors.length;
}
var _valid0 = _errs1 === errors;
if(_valid0){
valid0 = true;
passing0 = 0;
var props0 = true;
}
const _errs2 = errors;
if(!(validate160(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate160.errors : vErrors.concat(validate160.errors);
errors = vErrors.length;
}
var _valid0 = _errs2 === errors;
if(_valid0 && valid0){
valid0 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid0 = true;
passing0 = 1;
if(props0 !== true){
props0 = true;
}
}
const _errs3 = errors;
if(!(validate173(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate173.errors : vErrors.concat(validate173.errors);
errors = vErrors.length;
}
var _valid0 = _errs3 === errors;
if(_valid0 && valid0){
valid0 = false;
passing0 = [passing0, 2];
}
else {
if(_valid0){
valid0 = true;
passing0 = 2;
if(props0 !== true){
props0 = true;
}
}
const _errs4 = errors;
if(!(validate184(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate184.errors : vErrors.concat(validate184.errors);
errors = vErrors.length;
}
var _valid0 = _errs4 === errors;
if(_valid0 && valid0){
valid0 = false;
passing0 = [passing0, 3];
}
else {
if(_valid0){
valid0 = true;
passing0 = 3;
if(props0 !== true){
props0 = true;
}
}
const _errs5 = errors;
if(!(validate209(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate209.errors : vErrors.concat(validate209.errors);
errors = vErrors.length;
}
var _valid0 = _errs5 === errors;
if(_valid0 && valid0){
valid0 = false;
passing0 = [passing0, 4];
}
else {
if(_valid0){
valid0 = true;
passing0 = 4;
if(props0 !== true){
props0 = true;
}
}
const _errs6 = errors;
if(!(validate220(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate220.errors : vErrors.concat(validate220.errors);
errors = vErrors.length;
}
var _valid0 = _errs6 === errors;
if(_valid0 && valid0){
valid0 = false;
passing0 = [passing0, 5];
}
else {
if(_valid0){
valid0 = true;
passing0 = 5;
if(props0 !== true){
props0 = true;
}
}
const _errs7 = errors;
if(!(validate231(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate231.errors : vErrors.concat(validate231.errors);
errors = vErrors.length;
}
var _valid0 = _errs7 === errors;
if(_valid0 && valid0){
valid0 = false;
passing0 = [passing0, 6];
}
else {
if(_valid0){
valid0 = true;
passing0 = 6;
if(props0 !== true){
props0 = true;
}
}
}
}
}
}
}
}
if(!valid0){
const err0 = {instancePath,schemaPath:"#/oneOf",keyword:"oneOf",params:{passingSchemas: passing0}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
validate124.errors = vErrors;
return false;
}
else {
errors = _errs0;
if(vErrors !== null){
if(_errs0){
vErrors.length = _errs0;
}
else {
vErrors = null;
}
}
}
validate124.errors = vErrors;
evaluated0.props = props0;
return errors === 0;
}
validate124.evaluated = {"dynamicProps":true,"dynamicItems":false};

const schema72 = {"type":"object","required":["do"],"additionalProperties":false,"properties":{"do":{"$ref":"#/$defs/taskList"},"if":{"$ref":"#/$defs/taskIf"},"input":{"$ref":"#/$defs/taskInput"},"output":{"$ref":"#/$defs/taskOutput"},"export":{"$ref":"#/$defs/taskExport"},"timeout":{"$ref":"#/$defs/taskTimeout"},"then":{"$ref":"#/$defs/taskThen"},"metadata":{"$ref":"#/$defs/taskMetadata"}}};

function validate241(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate241.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.do === undefined) && (missing0 = "do")){
validate241.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((((((((key0 === "do") || (key0 === "if")) || (key0 === "input")) || (key0 === "output")) || (key0 === "export")) || (key0 === "timeout")) || (key0 === "then")) || (key0 === "metadata"))){
validate241.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.do !== undefined){
const _errs2 = errors;
if(!(wrapper0.validate(data.do, {instancePath:instancePath+"/do",parentData:data,parentDataProperty:"do",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? wrapper0.validate.errors : vErrors.concat(wrapper0.validate.errors);
errors = vErrors.length;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.if !== undefined){
const _errs3 = errors;
if(!(validate138(data.if, {instancePath:instancePath+"/if",parentData:data,parentDataProperty:"if",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate138.errors : vErrors.concat(validate138.errors);
errors = vErrors.length;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.input !== undefined){
const _errs4 = errors;
if(!(validate140(data.input, {instancePath:instancePath+"/input",parentData:data,parentDataProperty:"input",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate140.errors : vErrors.concat(validate140.errors);
errors = vErrors.length;
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.output !== undefined){
const _errs5 = errors;
if(!(validate143(data.output, {instancePath:instancePath+"/output",parentData:data,parentDataProperty:"output",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate143.errors : vErrors.concat(validate143.errors);
errors = vErrors.length;
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.export !== undefined){
const _errs6 = errors;
if(!(validate146(data.export, {instancePath:instancePath+"/export",parentData:data,parentDataProperty:"export",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate146.errors : vErrors.concat(validate146.errors);
errors = vErrors.length;
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.timeout !== undefined){
const _errs7 = errors;
if(!(validate149(data.timeout, {instancePath:instancePath+"/timeout",parentData:data,parentDataProperty:"timeout",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate149.errors : vErrors.concat(validate149.errors);
errors = vErrors.length;
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.then !== undefined){
const _errs8 = errors;
if(!(validate155(data.then, {instancePath:instancePath+"/then",parentData:data,parentDataProperty:"then",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate155.errors : vErrors.concat(validate155.errors);
errors = vErrors.length;
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.metadata !== undefined){
const _errs9 = errors;
if(!(validate157(data.metadata, {instancePath:instancePath+"/metadata",parentData:data,parentDataProperty:"metadata",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate157.errors : vErrors.concat(validate157.errors);
errors = vErrors.length;
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
}
else {
validate241.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate241.errors = vErrors;
return errors === 0;
}
validate241.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema73 = {"type":"object","required":["emit"],"additionalProperties":false,"properties":{"emit":{"type":"object","required":["event"],"additionalProperties":false,"properties":{"event":{"type":"object","additionalProperties":true,"properties":{"with":{"$ref":"#/$defs/emittedEventProperties"}}}}},"if":{"$ref":"#/$defs/taskIf"},"input":{"$ref":"#/$defs/taskInput"},"output":{"$ref":"#/$defs/taskOutput"},"export":{"$ref":"#/$defs/taskExport"},"timeout":{"$ref":"#/$defs/taskTimeout"},"then":{"$ref":"#/$defs/taskThen"},"metadata":{"$ref":"#/$defs/taskMetadata"}}};
const schema74 = {"type":"object","required":["type"],"additionalProperties":true,"properties":{"id":{"type":"string"},"source":{"type":"string","pattern":"^\\s*\\$\\{[\\s\\S]+\\}\\s*$|^(?!\\s*\\$\\{)([^\\s{}]|\\{[^\\s{}]+\\})+$"},"type":{"type":"string"},"time":{"type":"string","pattern":"^\\d{4}-\\d\\d-\\d\\d[Tt ]\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?([Zz]|[+-]\\d\\d:?\\d\\d)$|^\\s*\\$\\{[\\s\\S]+\\}\\s*$"},"subject":{"type":"string"},"datacontenttype":{"type":"string"},"dataschema":{"type":"string","pattern":"^\\s*\\$\\{[\\s\\S]+\\}\\s*$|^(?!\\s*\\$\\{)([^\\s{}]|\\{[^\\s{}]+\\})+$"},"data":{}}};
const pattern16 = new RegExp("^\\d{4}-\\d\\d-\\d\\d[Tt ]\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?([Zz]|[+-]\\d\\d:?\\d\\d)$|^\\s*\\$\\{[\\s\\S]+\\}\\s*$", "u");

function validate251(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate251.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.type === undefined) && (missing0 = "type")){
validate251.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
if(data.id !== undefined){
const _errs2 = errors;
if(typeof data.id !== "string"){
validate251.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.source !== undefined){
let data1 = data.source;
const _errs4 = errors;
if(errors === _errs4){
if(typeof data1 === "string"){
if(!pattern7.test(data1)){
validate251.errors = [{instancePath:instancePath+"/source",schemaPath:"#/properties/source/pattern",keyword:"pattern",params:{pattern: "^\\s*\\$\\{[\\s\\S]+\\}\\s*$|^(?!\\s*\\$\\{)([^\\s{}]|\\{[^\\s{}]+\\})+$"}}];
return false;
}
}
else {
validate251.errors = [{instancePath:instancePath+"/source",schemaPath:"#/properties/source/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.type !== undefined){
const _errs6 = errors;
if(typeof data.type !== "string"){
validate251.errors = [{instancePath:instancePath+"/type",schemaPath:"#/properties/type/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.time !== undefined){
let data3 = data.time;
const _errs8 = errors;
if(errors === _errs8){
if(typeof data3 === "string"){
if(!pattern16.test(data3)){
validate251.errors = [{instancePath:instancePath+"/time",schemaPath:"#/properties/time/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d\\d-\\d\\d[Tt ]\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?([Zz]|[+-]\\d\\d:?\\d\\d)$|^\\s*\\$\\{[\\s\\S]+\\}\\s*$"}}];
return false;
}
}
else {
validate251.errors = [{instancePath:instancePath+"/time",schemaPath:"#/properties/time/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.subject !== undefined){
const _errs10 = errors;
if(typeof data.subject !== "string"){
validate251.errors = [{instancePath:instancePath+"/subject",schemaPath:"#/properties/subject/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid0 = _errs10 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.datacontenttype !== undefined){
const _errs12 = errors;
if(typeof data.datacontenttype !== "string"){
validate251.errors = [{instancePath:instancePath+"/datacontenttype",schemaPath:"#/properties/datacontenttype/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid0 = _errs12 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.dataschema !== undefined){
let data6 = data.dataschema;
const _errs14 = errors;
if(errors === _errs14){
if(typeof data6 === "string"){
if(!pattern7.test(data6)){
validate251.errors = [{instancePath:instancePath+"/dataschema",schemaPath:"#/properties/dataschema/pattern",keyword:"pattern",params:{pattern: "^\\s*\\$\\{[\\s\\S]+\\}\\s*$|^(?!\\s*\\$\\{)([^\\s{}]|\\{[^\\s{}]+\\})+$"}}];
return false;
}
}
else {
validate251.errors = [{instancePath:instancePath+"/dataschema",schemaPath:"#/properties/dataschema/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid0 = _errs14 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
else {
validate251.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate251.errors = vErrors;
return errors === 0;
}
validate251.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate250(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate250.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.emit === undefined) && (missing0 = "emit")){
validate250.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((((((((key0 === "emit") || (key0 === "if")) || (key0 === "input")) || (key0 === "output")) || (key0 === "export")) || (key0 === "timeout")) || (key0 === "then")) || (key0 === "metadata"))){
validate250.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.emit !== undefined){
let data0 = data.emit;
const _errs2 = errors;
if(errors === _errs2){
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
let missing1;
if((data0.event === undefined) && (missing1 = "event")){
validate250.errors = [{instancePath:instancePath+"/emit",schemaPath:"#/properties/emit/required",keyword:"required",params:{missingProperty: missing1}}];
return false;
}
else {
const _errs4 = errors;
for(const key1 in data0){
if(!(key1 === "event")){
validate250.errors = [{instancePath:instancePath+"/emit",schemaPath:"#/properties/emit/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1}}];
return false;
break;
}
}
if(_errs4 === errors){
if(data0.event !== undefined){
let data1 = data0.event;
const _errs5 = errors;
if(errors === _errs5){
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
if(data1.with !== undefined){
if(!(validate251(data1.with, {instancePath:instancePath+"/emit/event/with",parentData:data1,parentDataProperty:"with",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate251.errors : vErrors.concat(validate251.errors);
errors = vErrors.length;
}
}
}
else {
validate250.errors = [{instancePath:instancePath+"/emit/event",schemaPath:"#/properties/emit/properties/event/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
}
}
}
}
else {
validate250.errors = [{instancePath:instancePath+"/emit",schemaPath:"#/properties/emit/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.if !== undefined){
const _errs9 = errors;
if(!(validate138(data.if, {instancePath:instancePath+"/if",parentData:data,parentDataProperty:"if",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate138.errors : vErrors.concat(validate138.errors);
errors = vErrors.length;
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.input !== undefined){
const _errs10 = errors;
if(!(validate140(data.input, {instancePath:instancePath+"/input",parentData:data,parentDataProperty:"input",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate140.errors : vErrors.concat(validate140.errors);
errors = vErrors.length;
}
var valid0 = _errs10 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.output !== undefined){
const _errs11 = errors;
if(!(validate143(data.output, {instancePath:instancePath+"/output",parentData:data,parentDataProperty:"output",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate143.errors : vErrors.concat(validate143.errors);
errors = vErrors.length;
}
var valid0 = _errs11 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.export !== undefined){
const _errs12 = errors;
if(!(validate146(data.export, {instancePath:instancePath+"/export",parentData:data,parentDataProperty:"export",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate146.errors : vErrors.concat(validate146.errors);
errors = vErrors.length;
}
var valid0 = _errs12 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.timeout !== undefined){
const _errs13 = errors;
if(!(validate149(data.timeout, {instancePath:instancePath+"/timeout",parentData:data,parentDataProperty:"timeout",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate149.errors : vErrors.concat(validate149.errors);
errors = vErrors.length;
}
var valid0 = _errs13 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.then !== undefined){
const _errs14 = errors;
if(!(validate155(data.then, {instancePath:instancePath+"/then",parentData:data,parentDataProperty:"then",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate155.errors : vErrors.concat(validate155.errors);
errors = vErrors.length;
}
var valid0 = _errs14 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.metadata !== undefined){
const _errs15 = errors;
if(!(validate157(data.metadata, {instancePath:instancePath+"/metadata",parentData:data,parentDataProperty:"metadata",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate157.errors : vErrors.concat(validate157.errors);
errors = vErrors.length;
}
var valid0 = _errs15 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
}
else {
validate250.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate250.errors = vErrors;
return errors === 0;
}
validate250.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema75 = {"type":"object","required":["for","do"],"additionalProperties":false,"properties":{"for":{"type":"object","required":["in"],"additionalProperties":false,"properties":{"each":{"type":"string","default":"item","minLength":1},"in":{"oneOf":[{"type":"string","minLength":1},{"type":"array","items":{"type":"object","additionalProperties":true}}]},"at":{"type":"string","default":"index","minLength":1}}},"while":{"type":"string","minLength":1},"do":{"$ref":"#/$defs/taskList"},"if":{"$ref":"#/$defs/taskIf"},"input":{"$ref":"#/$defs/taskInput"},"output":{"$ref":"#/$defs/taskOutput"},"export":{"$ref":"#/$defs/taskExport"},"timeout":{"$ref":"#/$defs/taskTimeout"},"then":{"$ref":"#/$defs/taskThen"},"metadata":{"$ref":"#/$defs/taskMetadata"}}};

function validate261(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate261.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.for === undefined) && (missing0 = "for")) || ((data.do === undefined) && (missing0 = "do"))){
validate261.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(func3.call(schema75.properties, key0))){
validate261.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.for !== undefined){
let data0 = data.for;
const _errs2 = errors;
if(errors === _errs2){
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
let missing1;
if((data0.in === undefined) && (missing1 = "in")){
validate261.errors = [{instancePath:instancePath+"/for",schemaPath:"#/properties/for/required",keyword:"required",params:{missingProperty: missing1}}];
return false;
}
else {
const _errs4 = errors;
for(const key1 in data0){
if(!(((key1 === "each") || (key1 === "in")) || (key1 === "at"))){
validate261.errors = [{instancePath:instancePath+"/for",schemaPath:"#/properties/for/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1}}];
return false;
break;
}
}
if(_errs4 === errors){
if(data0.each !== undefined){
let data1 = data0.each;
const _errs5 = errors;
if(errors === _errs5){
if(typeof data1 === "string"){
if(func1(data1) < 1){
validate261.errors = [{instancePath:instancePath+"/for/each",schemaPath:"#/properties/for/properties/each/minLength",keyword:"minLength",params:{limit: 1}}];
return false;
}
}
else {
validate261.errors = [{instancePath:instancePath+"/for/each",schemaPath:"#/properties/for/properties/each/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid1 = _errs5 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.in !== undefined){
let data2 = data0.in;
const _errs7 = errors;
const _errs8 = errors;
let valid2 = false;
let passing0 = null;
const _errs9 = errors;
if(errors === _errs9){
if(typeof data2 === "string"){
if(func1(data2) < 1){
const err0 = {instancePath:instancePath+"/for/in",schemaPath:"#/properties/for/properties/in/oneOf/0/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
else {
const err1 = {instancePath:instancePath+"/for/in",schemaPath:"#/properties/for/properties/in/oneOf/0/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
var _valid0 = _errs9 === errors;
if(_valid0){
valid2 = true;
passing0 = 0;
}
const _errs11 = errors;
if(errors === _errs11){
if(Array.isArray(data2)){
var valid3 = true;
const len0 = data2.length;
for(let i0=0; i0<len0; i0++){
let data3 = data2[i0];
const _errs13 = errors;
if(errors === _errs13){
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
}
else {
const err2 = {instancePath:instancePath+"/for/in/" + i0,schemaPath:"#/properties/for/properties/in/oneOf/1/items/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
var valid3 = _errs13 === errors;
if(!valid3){
break;
}
}
}
else {
const err3 = {instancePath:instancePath+"/for/in",schemaPath:"#/properties/for/properties/in/oneOf/1/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
var _valid0 = _errs11 === errors;
if(_valid0 && valid2){
valid2 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid2 = true;
passing0 = 1;
}
}
if(!valid2){
const err4 = {instancePath:instancePath+"/for/in",schemaPath:"#/properties/for/properties/in/oneOf",keyword:"oneOf",params:{passingSchemas: passing0}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
validate261.errors = vErrors;
return false;
}
else {
errors = _errs8;
if(vErrors !== null){
if(_errs8){
vErrors.length = _errs8;
}
else {
vErrors = null;
}
}
}
var valid1 = _errs7 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.at !== undefined){
let data4 = data0.at;
const _errs16 = errors;
if(errors === _errs16){
if(typeof data4 === "string"){
if(func1(data4) < 1){
validate261.errors = [{instancePath:instancePath+"/for/at",schemaPath:"#/properties/for/properties/at/minLength",keyword:"minLength",params:{limit: 1}}];
return false;
}
}
else {
validate261.errors = [{instancePath:instancePath+"/for/at",schemaPath:"#/properties/for/properties/at/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid1 = _errs16 === errors;
}
else {
var valid1 = true;
}
}
}
}
}
}
else {
validate261.errors = [{instancePath:instancePath+"/for",schemaPath:"#/properties/for/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.while !== undefined){
let data5 = data.while;
const _errs18 = errors;
if(errors === _errs18){
if(typeof data5 === "string"){
if(func1(data5) < 1){
validate261.errors = [{instancePath:instancePath+"/while",schemaPath:"#/properties/while/minLength",keyword:"minLength",params:{limit: 1}}];
return false;
}
}
else {
validate261.errors = [{instancePath:instancePath+"/while",schemaPath:"#/properties/while/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid0 = _errs18 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.do !== undefined){
const _errs20 = errors;
if(!(wrapper0.validate(data.do, {instancePath:instancePath+"/do",parentData:data,parentDataProperty:"do",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? wrapper0.validate.errors : vErrors.concat(wrapper0.validate.errors);
errors = vErrors.length;
}
var valid0 = _errs20 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.if !== undefined){
const _errs21 = errors;
if(!(validate138(data.if, {instancePath:instancePath+"/if",parentData:data,parentDataProperty:"if",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate138.errors : vErrors.concat(validate138.errors);
errors = vErrors.length;
}
var valid0 = _errs21 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.input !== undefined){
const _errs22 = errors;
if(!(validate140(data.input, {instancePath:instancePath+"/input",parentData:data,parentDataProperty:"input",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate140.errors : vErrors.concat(validate140.errors);
errors = vErrors.length;
}
var valid0 = _errs22 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.output !== undefined){
const _errs23 = errors;
if(!(validate143(data.output, {instancePath:instancePath+"/output",parentData:data,parentDataProperty:"output",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate143.errors : vErrors.concat(validate143.errors);
errors = vErrors.length;
}
var valid0 = _errs23 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.export !== undefined){
const _errs24 = errors;
if(!(validate146(data.export, {instancePath:instancePath+"/export",parentData:data,parentDataProperty:"export",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate146.errors : vErrors.concat(validate146.errors);
errors = vErrors.length;
}
var valid0 = _errs24 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.timeout !== undefined){
const _errs25 = errors;
if(!(validate149(data.timeout, {instancePath:instancePath+"/timeout",parentData:data,parentDataProperty:"timeout",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate149.errors : vErrors.concat(validate149.errors);
errors = vErrors.length;
}
var valid0 = _errs25 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.then !== undefined){
const _errs26 = errors;
if(!(validate155(data.then, {instancePath:instancePath+"/then",parentData:data,parentDataProperty:"then",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate155.errors : vErrors.concat(validate155.errors);
errors = vErrors.length;
}
var valid0 = _errs26 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.metadata !== undefined){
const _errs27 = errors;
if(!(validate157(data.metadata, {instancePath:instancePath+"/metadata",parentData:data,parentDataProperty:"metadata",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate157.errors : vErrors.concat(validate157.errors);
errors = vErrors.length;
}
var valid0 = _errs27 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate261.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate261.errors = vErrors;
return errors === 0;
}
validate261.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema76 = {"type":"object","required":["fork"],"additionalProperties":false,"properties":{"fork":{"type":"object","required":["branches"],"additionalProperties":false,"properties":{"branches":{"$ref":"#/$defs/taskList"},"compete":{"type":"boolean","default":false}}},"if":{"$ref":"#/$defs/taskIf"},"input":{"$ref":"#/$defs/taskInput"},"output":{"$ref":"#/$defs/taskOutput"},"export":{"$ref":"#/$defs/taskExport"},"timeout":{"$ref":"#/$defs/taskTimeout"},"then":{"$ref":"#/$defs/taskThen"},"metadata":{"$ref":"#/$defs/taskMetadata"}}};

function validate270(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate270.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.fork === undefined) && (missing0 = "fork")){
validate270.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((((((((key0 === "fork") || (key0 === "if")) || (key0 === "input")) || (key0 === "output")) || (key0 === "export")) || (key0 === "timeout")) || (key0 === "then")) || (key0 === "metadata"))){
validate270.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.fork !== undefined){
let data0 = data.fork;
const _errs2 = errors;
if(errors === _errs2){
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
let missing1;
if((data0.branches === undefined) && (missing1 = "branches")){
validate270.errors = [{instancePath:instancePath+"/fork",schemaPath:"#/properties/fork/required",keyword:"required",params:{missingProperty: missing1}}];
return false;
}
else {
const _errs4 = errors;
for(const key1 in data0){
if(!((key1 === "branches") || (key1 === "compete"))){
validate270.errors = [{instancePath:instancePath+"/fork",schemaPath:"#/properties/fork/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1}}];
return false;
break;
}
}
if(_errs4 === errors){
if(data0.branches !== undefined){
const _errs5 = errors;
if(!(wrapper0.validate(data0.branches, {instancePath:instancePath+"/fork/branches",parentData:data0,parentDataProperty:"branches",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? wrapper0.validate.errors : vErrors.concat(wrapper0.validate.errors);
errors = vErrors.length;
}
var valid1 = _errs5 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.compete !== undefined){
const _errs6 = errors;
if(typeof data0.compete !== "boolean"){
validate270.errors = [{instancePath:instancePath+"/fork/compete",schemaPath:"#/properties/fork/properties/compete/type",keyword:"type",params:{type: "boolean"}}];
return false;
}
var valid1 = _errs6 === errors;
}
else {
var valid1 = true;
}
}
}
}
}
else {
validate270.errors = [{instancePath:instancePath+"/fork",schemaPath:"#/properties/fork/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.if !== undefined){
const _errs8 = errors;
if(!(validate138(data.if, {instancePath:instancePath+"/if",parentData:data,parentDataProperty:"if",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate138.errors : vErrors.concat(validate138.errors);
errors = vErrors.length;
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.input !== undefined){
const _errs9 = errors;
if(!(validate140(data.input, {instancePath:instancePath+"/input",parentData:data,parentDataProperty:"input",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate140.errors : vErrors.concat(validate140.errors);
errors = vErrors.length;
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.output !== undefined){
const _errs10 = errors;
if(!(validate143(data.output, {instancePath:instancePath+"/output",parentData:data,parentDataProperty:"output",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate143.errors : vErrors.concat(validate143.errors);
errors = vErrors.length;
}
var valid0 = _errs10 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.export !== undefined){
const _errs11 = errors;
if(!(validate146(data.export, {instancePath:instancePath+"/export",parentData:data,parentDataProperty:"export",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate146.errors : vErrors.concat(validate146.errors);
errors = vErrors.length;
}
var valid0 = _errs11 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.timeout !== undefined){
const _errs12 = errors;
if(!(validate149(data.timeout, {instancePath:instancePath+"/timeout",parentData:data,parentDataProperty:"timeout",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate149.errors : vErrors.concat(validate149.errors);
errors = vErrors.length;
}
var valid0 = _errs12 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.then !== undefined){
const _errs13 = errors;
if(!(validate155(data.then, {instancePath:instancePath+"/then",parentData:data,parentDataProperty:"then",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate155.errors : vErrors.concat(validate155.errors);
errors = vErrors.length;
}
var valid0 = _errs13 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.metadata !== undefined){
const _errs14 = errors;
if(!(validate157(data.metadata, {instancePath:instancePath+"/metadata",parentData:data,parentDataProperty:"metadata",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate157.errors : vErrors.concat(validate157.errors);
errors = vErrors.length;
}
var valid0 = _errs14 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
}
else {
validate270.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate270.errors = vErrors;
return errors === 0;
}
validate270.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema77 = {"type":"object","required":["listen"],"additionalProperties":false,"properties":{"listen":{"type":"object","required":["to"],"additionalProperties":false,"properties":{"to":{"$ref":"#/$defs/eventStrategy"},"read":{"$ref":"#/$defs/eventRead"}}},"foreach":{"$ref":"#/$defs/iterator"},"if":{"$ref":"#/$defs/taskIf"},"input":{"$ref":"#/$defs/taskInput"},"output":{"$ref":"#/$defs/taskOutput"},"export":{"$ref":"#/$defs/taskExport"},"timeout":{"$ref":"#/$defs/taskTimeout"},"then":{"$ref":"#/$defs/taskThen"},"metadata":{"$ref":"#/$defs/taskMetadata"}}};
const schema78 = {"oneOf":[{"type":"object","required":["all"],"additionalProperties":false,"properties":{"all":{"type":"array","items":{"$ref":"#/$defs/eventFilter"}}}},{"type":"object","required":["any"],"additionalProperties":false,"properties":{"any":{"type":"array","items":{"$ref":"#/$defs/eventFilter"}},"until":{"oneOf":[{"type":"string","minLength":1},{"$ref":"#/$defs/endingEvents"}]}}},{"type":"object","required":["one"],"additionalProperties":false,"properties":{"one":{"$ref":"#/$defs/eventFilter"}}}]};
const schema79 = {"type":"object","required":["with"],"additionalProperties":false,"properties":{"with":{"$ref":"#/$defs/filteredEventProperties"},"correlate":{"type":"object","additionalProperties":{"type":"object","required":["from"],"properties":{"from":{"type":"string","minLength":1},"expect":{"type":"string"}}}}}};
const schema80 = {"type":"object","minProperties":1,"additionalProperties":true,"properties":{"id":{"type":"string"},"source":{"type":"string","pattern":"^\\s*\\$\\{[\\s\\S]+\\}\\s*$|^(?!\\s*\\$\\{)([^\\s{}]|\\{[^\\s{}]+\\})+$"},"type":{"type":"string"},"time":{"type":"string","pattern":"^\\d{4}-\\d\\d-\\d\\d[Tt ]\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?([Zz]|[+-]\\d\\d:?\\d\\d)$|^\\s*\\$\\{[\\s\\S]+\\}\\s*$"},"subject":{"type":"string"},"datacontenttype":{"type":"string"},"dataschema":{"type":"string","pattern":"^\\s*\\$\\{[\\s\\S]+\\}\\s*$|^(?!\\s*\\$\\{)([^\\s{}]|\\{[^\\s{}]+\\})+$"},"data":{}}};

function validate282(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate282.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(Object.keys(data).length < 1){
validate282.errors = [{instancePath,schemaPath:"#/minProperties",keyword:"minProperties",params:{limit: 1}}];
return false;
}
else {
if(data.id !== undefined){
const _errs2 = errors;
if(typeof data.id !== "string"){
validate282.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.source !== undefined){
let data1 = data.source;
const _errs4 = errors;
if(errors === _errs4){
if(typeof data1 === "string"){
if(!pattern7.test(data1)){
validate282.errors = [{instancePath:instancePath+"/source",schemaPath:"#/properties/source/pattern",keyword:"pattern",params:{pattern: "^\\s*\\$\\{[\\s\\S]+\\}\\s*$|^(?!\\s*\\$\\{)([^\\s{}]|\\{[^\\s{}]+\\})+$"}}];
return false;
}
}
else {
validate282.errors = [{instancePath:instancePath+"/source",schemaPath:"#/properties/source/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.type !== undefined){
const _errs6 = errors;
if(typeof data.type !== "string"){
validate282.errors = [{instancePath:instancePath+"/type",schemaPath:"#/properties/type/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.time !== undefined){
let data3 = data.time;
const _errs8 = errors;
if(errors === _errs8){
if(typeof data3 === "string"){
if(!pattern16.test(data3)){
validate282.errors = [{instancePath:instancePath+"/time",schemaPath:"#/properties/time/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d\\d-\\d\\d[Tt ]\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?([Zz]|[+-]\\d\\d:?\\d\\d)$|^\\s*\\$\\{[\\s\\S]+\\}\\s*$"}}];
return false;
}
}
else {
validate282.errors = [{instancePath:instancePath+"/time",schemaPath:"#/properties/time/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.subject !== undefined){
const _errs10 = errors;
if(typeof data.subject !== "string"){
validate282.errors = [{instancePath:instancePath+"/subject",schemaPath:"#/properties/subject/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid0 = _errs10 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.datacontenttype !== undefined){
const _errs12 = errors;
if(typeof data.datacontenttype !== "string"){
validate282.errors = [{instancePath:instancePath+"/datacontenttype",schemaPath:"#/properties/datacontenttype/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid0 = _errs12 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.dataschema !== undefined){
let data6 = data.dataschema;
const _errs14 = errors;
if(errors === _errs14){
if(typeof data6 === "string"){
if(!pattern7.test(data6)){
validate282.errors = [{instancePath:instancePath+"/dataschema",schemaPath:"#/properties/dataschema/pattern",keyword:"pattern",params:{pattern: "^\\s*\\$\\{[\\s\\S]+\\}\\s*$|^(?!\\s*\\$\\{)([^\\s{}]|\\{[^\\s{}]+\\})+$"}}];
return false;
}
}
else {
validate282.errors = [{instancePath:instancePath+"/dataschema",schemaPath:"#/properties/dataschema/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid0 = _errs14 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
else {
validate282.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate282.errors = vErrors;
return errors === 0;
}
validate282.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate281(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate281.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.with === undefined) && (missing0 = "with")){
validate281.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((key0 === "with") || (key0 === "correlate"))){
validate281.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.with !== undefined){
const _errs2 = errors;
if(!(validate282(data.with, {instancePath:instancePath+"/with",parentData:data,parentDataProperty:"with",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate282.errors : vErrors.concat(validate282.errors);
errors = vErrors.length;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.correlate !== undefined){
let data1 = data.correlate;
const _errs3 = errors;
if(errors === _errs3){
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
for(const key1 in data1){
let data2 = data1[key1];
const _errs6 = errors;
if(errors === _errs6){
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
let missing1;
if((data2.from === undefined) && (missing1 = "from")){
validate281.errors = [{instancePath:instancePath+"/correlate/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/correlate/additionalProperties/required",keyword:"required",params:{missingProperty: missing1}}];
return false;
}
else {
if(data2.from !== undefined){
let data3 = data2.from;
const _errs8 = errors;
if(errors === _errs8){
if(typeof data3 === "string"){
if(func1(data3) < 1){
validate281.errors = [{instancePath:instancePath+"/correlate/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/from",schemaPath:"#/properties/correlate/additionalProperties/properties/from/minLength",keyword:"minLength",params:{limit: 1}}];
return false;
}
}
else {
validate281.errors = [{instancePath:instancePath+"/correlate/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/from",schemaPath:"#/properties/correlate/additionalProperties/properties/from/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid2 = _errs8 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.expect !== undefined){
const _errs10 = errors;
if(typeof data2.expect !== "string"){
validate281.errors = [{instancePath:instancePath+"/correlate/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/expect",schemaPath:"#/properties/correlate/additionalProperties/properties/expect/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid2 = _errs10 === errors;
}
else {
var valid2 = true;
}
}
}
}
else {
validate281.errors = [{instancePath:instancePath+"/correlate/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/correlate/additionalProperties/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid1 = _errs6 === errors;
if(!valid1){
break;
}
}
}
else {
validate281.errors = [{instancePath:instancePath+"/correlate",schemaPath:"#/properties/correlate/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
else {
validate281.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate281.errors = vErrors;
return errors === 0;
}
validate281.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema81 = {"oneOf":[{"type":"object","required":["all"],"additionalProperties":false,"properties":{"all":{"type":"array","items":{"$ref":"#/$defs/eventFilter"}}}},{"type":"object","required":["any"],"additionalProperties":false,"properties":{"any":{"type":"array","items":{"$ref":"#/$defs/eventFilter"}}}},{"type":"object","required":["one"],"additionalProperties":false,"properties":{"one":{"$ref":"#/$defs/eventFilter"}}}]};

function validate286(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate286.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs0 = errors;
let valid0 = false;
let passing0 = null;
const _errs1 = errors;
if(errors === _errs1){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.all === undefined) && (missing0 = "all")){
const err0 = {instancePath,schemaPath:"#/oneOf/0/required",keyword:"required",params:{missingProperty: missing0}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
else {
const _errs3 = errors;
for(const key0 in data){
if(!(key0 === "all")){
const err1 = {instancePath,schemaPath:"#/oneOf/0/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
break;
}
}
if(_errs3 === errors){
if(data.all !== undefined){
let data0 = data.all;
const _errs4 = errors;
if(errors === _errs4){
if(Array.isArray(data0)){
var valid2 = true;
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
const _errs6 = errors;
if(!(validate281(data0[i0], {instancePath:instancePath+"/all/" + i0,parentData:data0,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate281.errors : vErrors.concat(validate281.errors);
errors = vErrors.length;
}
var valid2 = _errs6 === errors;
if(!valid2){
break;
}
}
}
else {
const err2 = {instancePath:instancePath+"/all",schemaPath:"#/oneOf/0/properties/all/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
}
}
}
}
else {
const err3 = {instancePath,schemaPath:"#/oneOf/0/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
var _valid0 = _errs1 === errors;
if(_valid0){
valid0 = true;
passing0 = 0;
var props0 = true;
}
const _errs7 = errors;
if(errors === _errs7){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing1;
if((data.any === undefined) && (missing1 = "any")){
const err4 = {instancePath,schemaPath:"#/oneOf/1/required",keyword:"required",params:{missingProperty: missing1}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
else {
const _errs9 = errors;
for(const key1 in data){
if(!(key1 === "any")){
const err5 = {instancePath,schemaPath:"#/oneOf/1/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
break;
}
}
if(_errs9 === errors){
if(data.any !== undefined){
let data2 = data.any;
const _errs10 = errors;
if(errors === _errs10){
if(Array.isArray(data2)){
var valid4 = true;
const len1 = data2.length;
for(let i1=0; i1<len1; i1++){
const _errs12 = errors;
if(!(validate281(data2[i1], {instancePath:instancePath+"/any/" + i1,parentData:data2,parentDataProperty:i1,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate281.errors : vErrors.concat(validate281.errors);
errors = vErrors.length;
}
var valid4 = _errs12 === errors;
if(!valid4){
break;
}
}
}
else {
const err6 = {instancePath:instancePath+"/any",schemaPath:"#/oneOf/1/properties/any/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
}
}
}
}
else {
const err7 = {instancePath,schemaPath:"#/oneOf/1/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
var _valid0 = _errs7 === errors;
if(_valid0 && valid0){
valid0 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid0 = true;
passing0 = 1;
if(props0 !== true){
props0 = true;
}
}
const _errs13 = errors;
if(errors === _errs13){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing2;
if((data.one === undefined) && (missing2 = "one")){
const err8 = {instancePath,schemaPath:"#/oneOf/2/required",keyword:"required",params:{missingProperty: missing2}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
else {
const _errs15 = errors;
for(const key2 in data){
if(!(key2 === "one")){
const err9 = {instancePath,schemaPath:"#/oneOf/2/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
break;
}
}
if(_errs15 === errors){
if(data.one !== undefined){
if(!(validate281(data.one, {instancePath:instancePath+"/one",parentData:data,parentDataProperty:"one",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate281.errors : vErrors.concat(validate281.errors);
errors = vErrors.length;
}
}
}
}
}
else {
const err10 = {instancePath,schemaPath:"#/oneOf/2/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
var _valid0 = _errs13 === errors;
if(_valid0 && valid0){
valid0 = false;
passing0 = [passing0, 2];
}
else {
if(_valid0){
valid0 = true;
passing0 = 2;
if(props0 !== true){
props0 = true;
}
}
}
}
if(!valid0){
const err11 = {instancePath,schemaPath:"#/oneOf",keyword:"oneOf",params:{passingSchemas: passing0}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
validate286.errors = vErrors;
return false;
}
else {
errors = _errs0;
if(vErrors !== null){
if(_errs0){
vErrors.length = _errs0;
}
else {
vErrors = null;
}
}
}
validate286.errors = vErrors;
evaluated0.props = props0;
return errors === 0;
}
validate286.evaluated = {"dynamicProps":true,"dynamicItems":false};


function validate280(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate280.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs0 = errors;
let valid0 = false;
let passing0 = null;
const _errs1 = errors;
if(errors === _errs1){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.all === undefined) && (missing0 = "all")){
const err0 = {instancePath,schemaPath:"#/oneOf/0/required",keyword:"required",params:{missingProperty: missing0}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
else {
const _errs3 = errors;
for(const key0 in data){
if(!(key0 === "all")){
const err1 = {instancePath,schemaPath:"#/oneOf/0/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
break;
}
}
if(_errs3 === errors){
if(data.all !== undefined){
let data0 = data.all;
const _errs4 = errors;
if(errors === _errs4){
if(Array.isArray(data0)){
var valid2 = true;
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
const _errs6 = errors;
if(!(validate281(data0[i0], {instancePath:instancePath+"/all/" + i0,parentData:data0,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate281.errors : vErrors.concat(validate281.errors);
errors = vErrors.length;
}
var valid2 = _errs6 === errors;
if(!valid2){
break;
}
}
}
else {
const err2 = {instancePath:instancePath+"/all",schemaPath:"#/oneOf/0/properties/all/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
}
}
}
}
else {
const err3 = {instancePath,schemaPath:"#/oneOf/0/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
var _valid0 = _errs1 === errors;
if(_valid0){
valid0 = true;
passing0 = 0;
var props0 = true;
}
const _errs7 = errors;
if(errors === _errs7){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing1;
if((data.any === undefined) && (missing1 = "any")){
const err4 = {instancePath,schemaPath:"#/oneOf/1/required",keyword:"required",params:{missingProperty: missing1}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
else {
const _errs9 = errors;
for(const key1 in data){
if(!((key1 === "any") || (key1 === "until"))){
const err5 = {instancePath,schemaPath:"#/oneOf/1/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
break;
}
}
if(_errs9 === errors){
if(data.any !== undefined){
let data2 = data.any;
const _errs10 = errors;
if(errors === _errs10){
if(Array.isArray(data2)){
var valid4 = true;
const len1 = data2.length;
for(let i1=0; i1<len1; i1++){
const _errs12 = errors;
if(!(validate281(data2[i1], {instancePath:instancePath+"/any/" + i1,parentData:data2,parentDataProperty:i1,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate281.errors : vErrors.concat(validate281.errors);
errors = vErrors.length;
}
var valid4 = _errs12 === errors;
if(!valid4){
break;
}
}
}
else {
const err6 = {instancePath:instancePath+"/any",schemaPath:"#/oneOf/1/properties/any/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
var valid3 = _errs10 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data.until !== undefined){
let data4 = data.until;
const _errs13 = errors;
const _errs14 = errors;
let valid5 = false;
let passing1 = null;
const _errs15 = errors;
if(errors === _errs15){
if(typeof data4 === "string"){
if(func1(data4) < 1){
const err7 = {instancePath:instancePath+"/until",schemaPath:"#/oneOf/1/properties/until/oneOf/0/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
else {
const err8 = {instancePath:instancePath+"/until",schemaPath:"#/oneOf/1/properties/until/oneOf/0/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
var _valid1 = _errs15 === errors;
if(_valid1){
valid5 = true;
passing1 = 0;
}
const _errs17 = errors;
if(!(validate286(data4, {instancePath:instancePath+"/until",parentData:data,parentDataProperty:"until",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate286.errors : vErrors.concat(validate286.errors);
errors = vErrors.length;
}
var _valid1 = _errs17 === errors;
if(_valid1 && valid5){
valid5 = false;
passing1 = [passing1, 1];
}
else {
if(_valid1){
valid5 = true;
passing1 = 1;
}
}
if(!valid5){
const err9 = {instancePath:instancePath+"/until",schemaPath:"#/oneOf/1/properties/until/oneOf",keyword:"oneOf",params:{passingSchemas: passing1}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
else {
errors = _errs14;
if(vErrors !== null){
if(_errs14){
vErrors.length = _errs14;
}
else {
vErrors = null;
}
}
}
var valid3 = _errs13 === errors;
}
else {
var valid3 = true;
}
}
}
}
}
else {
const err10 = {instancePath,schemaPath:"#/oneOf/1/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
var _valid0 = _errs7 === errors;
if(_valid0 && valid0){
valid0 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid0 = true;
passing0 = 1;
if(props0 !== true){
props0 = true;
}
}
const _errs18 = errors;
if(errors === _errs18){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing2;
if((data.one === undefined) && (missing2 = "one")){
const err11 = {instancePath,schemaPath:"#/oneOf/2/required",keyword:"required",params:{missingProperty: missing2}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
else {
const _errs20 = errors;
for(const key2 in data){
if(!(key2 === "one")){
const err12 = {instancePath,schemaPath:"#/oneOf/2/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
break;
}
}
if(_errs20 === errors){
if(data.one !== undefined){
if(!(validate281(data.one, {instancePath:instancePath+"/one",parentData:data,parentDataProperty:"one",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate281.errors : vErrors.concat(validate281.errors);
errors = vErrors.length;
}
}
}
}
}
else {
const err13 = {instancePath,schemaPath:"#/oneOf/2/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
var _valid0 = _errs18 === errors;
if(_valid0 && valid0){
valid0 = false;
passing0 = [passing0, 2];
}
else {
if(_valid0){
valid0 = true;
passing0 = 2;
if(props0 !== true){
props0 = true;
}
}
}
}
if(!valid0){
const err14 = {instancePath,schemaPath:"#/oneOf",keyword:"oneOf",params:{passingSchemas: passing0}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
validate280.errors = vErrors;
return false;
}
else {
errors = _errs0;
if(vErrors !== null){
if(_errs0){
vErrors.length = _errs0;
}
else {
vErrors = null;
}
}
}
validate280.errors = vErrors;
evaluated0.props = props0;
return errors === 0;
}
validate280.evaluated = {"dynamicProps":true,"dynamicItems":false};

const schema82 = {"type":"string","enum":["data","envelope","raw"],"default":"data"};

function validate293(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate293.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(typeof data !== "string"){
validate293.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "string"}}];
return false;
}
if(!(((data === "data") || (data === "envelope")) || (data === "raw"))){
validate293.errors = [{instancePath,schemaPath:"#/enum",keyword:"enum",params:{allowedValues: schema82.enum}}];
return false;
}
validate293.errors = vErrors;
return errors === 0;
}
validate293.evaluated = {"dynamicProps":false,"dynamicItems":false};


function validate279(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate279.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.listen === undefined) && (missing0 = "listen")){
validate279.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(func3.call(schema77.properties, key0))){
validate279.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.listen !== undefined){
let data0 = data.listen;
const _errs2 = errors;
if(errors === _errs2){
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
let missing1;
if((data0.to === undefined) && (missing1 = "to")){
validate279.errors = [{instancePath:instancePath+"/listen",schemaPath:"#/properties/listen/required",keyword:"required",params:{missingProperty: missing1}}];
return false;
}
else {
const _errs4 = errors;
for(const key1 in data0){
if(!((key1 === "to") || (key1 === "read"))){
validate279.errors = [{instancePath:instancePath+"/listen",schemaPath:"#/properties/listen/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1}}];
return false;
break;
}
}
if(_errs4 === errors){
if(data0.to !== undefined){
const _errs5 = errors;
if(!(validate280(data0.to, {instancePath:instancePath+"/listen/to",parentData:data0,parentDataProperty:"to",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate280.errors : vErrors.concat(validate280.errors);
errors = vErrors.length;
}
var valid1 = _errs5 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.read !== undefined){
const _errs6 = errors;
if(!(validate293(data0.read, {instancePath:instancePath+"/listen/read",parentData:data0,parentDataProperty:"read",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate293.errors : vErrors.concat(validate293.errors);
errors = vErrors.length;
}
var valid1 = _errs6 === errors;
}
else {
var valid1 = true;
}
}
}
}
}
else {
validate279.errors = [{instancePath:instancePath+"/listen",schemaPath:"#/properties/listen/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.foreach !== undefined){
const _errs7 = errors;
if(!(validate192(data.foreach, {instancePath:instancePath+"/foreach",parentData:data,parentDataProperty:"foreach",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate192.errors : vErrors.concat(validate192.errors);
errors = vErrors.length;
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.if !== undefined){
const _errs8 = errors;
if(!(validate138(data.if, {instancePath:instancePath+"/if",parentData:data,parentDataProperty:"if",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate138.errors : vErrors.concat(validate138.errors);
errors = vErrors.length;
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.input !== undefined){
const _errs9 = errors;
if(!(validate140(data.input, {instancePath:instancePath+"/input",parentData:data,parentDataProperty:"input",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate140.errors : vErrors.concat(validate140.errors);
errors = vErrors.length;
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.output !== undefined){
const _errs10 = errors;
if(!(validate143(data.output, {instancePath:instancePath+"/output",parentData:data,parentDataProperty:"output",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate143.errors : vErrors.concat(validate143.errors);
errors = vErrors.length;
}
var valid0 = _errs10 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.export !== undefined){
const _errs11 = errors;
if(!(validate146(data.export, {instancePath:instancePath+"/export",parentData:data,parentDataProperty:"export",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate146.errors : vErrors.concat(validate146.errors);
errors = vErrors.length;
}
var valid0 = _errs11 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.timeout !== undefined){
const _errs12 = errors;
if(!(validate149(data.timeout, {instancePath:instancePath+"/timeout",parentData:data,parentDataProperty:"timeout",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate149.errors : vErrors.concat(validate149.errors);
errors = vErrors.length;
}
var valid0 = _errs12 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.then !== undefined){
const _errs13 = errors;
if(!(validate155(data.then, {instancePath:instancePath+"/then",parentData:data,parentDataProperty:"then",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate155.errors : vErrors.concat(validate155.errors);
errors = vErrors.length;
}
var valid0 = _errs13 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.metadata !== undefined){
const _errs14 = errors;
if(!(validate157(data.metadata, {instancePath:instancePath+"/metadata",parentData:data,parentDataProperty:"metadata",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate157.errors : vErrors.concat(validate157.errors);
errors = vErrors.length;
}
var valid0 = _errs14 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate279.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate279.errors = vErrors;
return errors === 0;
}
validate279.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema83 = {"type":"object","required":["raise"],"additionalProperties":false,"properties":{"raise":{"type":"object","required":["error"],"additionalProperties":false,"properties":{"error":{"oneOf":[{"$ref":"#/$defs/error"},{"type":"string","minLength":1}]}}},"if":{"$ref":"#/$defs/taskIf"},"input":{"$ref":"#/$defs/taskInput"},"output":{"$ref":"#/$defs/taskOutput"},"export":{"$ref":"#/$defs/taskExport"},"timeout":{"$ref":"#/$defs/taskTimeout"},"then":{"$ref":"#/$defs/taskThen"},"metadata":{"$ref":"#/$defs/taskMetadata"}}};

function validate304(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate304.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.raise === undefined) && (missing0 = "raise")){
validate304.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((((((((key0 === "raise") || (key0 === "if")) || (key0 === "input")) || (key0 === "output")) || (key0 === "export")) || (key0 === "timeout")) || (key0 === "then")) || (key0 === "metadata"))){
validate304.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.raise !== undefined){
let data0 = data.raise;
const _errs2 = errors;
if(errors === _errs2){
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
let missing1;
if((data0.error === undefined) && (missing1 = "error")){
validate304.errors = [{instancePath:instancePath+"/raise",schemaPath:"#/properties/raise/required",keyword:"required",params:{missingProperty: missing1}}];
return false;
}
else {
const _errs4 = errors;
for(const key1 in data0){
if(!(key1 === "error")){
validate304.errors = [{instancePath:instancePath+"/raise",schemaPath:"#/properties/raise/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1}}];
return false;
break;
}
}
if(_errs4 === errors){
if(data0.error !== undefined){
let data1 = data0.error;
const _errs6 = errors;
let valid2 = false;
let passing0 = null;
const _errs7 = errors;
if(!(validate119(data1, {instancePath:instancePath+"/raise/error",parentData:data0,parentDataProperty:"error",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate119.errors : vErrors.concat(validate119.errors);
errors = vErrors.length;
}
var _valid0 = _errs7 === errors;
if(_valid0){
valid2 = true;
passing0 = 0;
}
const _errs8 = errors;
if(errors === _errs8){
if(typeof data1 === "string"){
if(func1(data1) < 1){
const err0 = {instancePath:instancePath+"/raise/error",schemaPath:"#/properties/raise/properties/error/oneOf/1/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
else {
const err1 = {instancePath:instancePath+"/raise/error",schemaPath:"#/properties/raise/properties/error/oneOf/1/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
var _valid0 = _errs8 === errors;
if(_valid0 && valid2){
valid2 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid2 = true;
passing0 = 1;
}
}
if(!valid2){
const err2 = {instancePath:instancePath+"/raise/error",schemaPath:"#/properties/raise/properties/error/oneOf",keyword:"oneOf",params:{passingSchemas: passing0}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
validate304.errors = vErrors;
return false;
}
else {
errors = _errs6;
if(vErrors !== null){
if(_errs6){
vErrors.length = _errs6;
}
else {
vErrors = null;
}
}
}
}
}
}
}
else {
validate304.errors = [{instancePath:instancePath+"/raise",schemaPath:"#/properties/raise/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.if !== undefined){
const _errs10 = errors;
if(!(validate138(data.if, {instancePath:instancePath+"/if",parentData:data,parentDataProperty:"if",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate138.errors : vErrors.concat(validate138.errors);
errors = vErrors.length;
}
var valid0 = _errs10 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.input !== undefined){
const _errs11 = errors;
if(!(validate140(data.input, {instancePath:instancePath+"/input",parentData:data,parentDataProperty:"input",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate140.errors : vErrors.concat(validate140.errors);
errors = vErrors.length;
}
var valid0 = _errs11 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.output !== undefined){
const _errs12 = errors;
if(!(validate143(data.output, {instancePath:instancePath+"/output",parentData:data,parentDataProperty:"output",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate143.errors : vErrors.concat(validate143.errors);
errors = vErrors.length;
}
var valid0 = _errs12 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.export !== undefined){
const _errs13 = errors;
if(!(validate146(data.export, {instancePath:instancePath+"/export",parentData:data,parentDataProperty:"export",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate146.errors : vErrors.concat(validate146.errors);
errors = vErrors.length;
}
var valid0 = _errs13 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.timeout !== undefined){
const _errs14 = errors;
if(!(validate149(data.timeout, {instancePath:instancePath+"/timeout",parentData:data,parentDataProperty:"timeout",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate149.errors : vErrors.concat(validate149.errors);
errors = vErrors.length;
}
var valid0 = _errs14 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.then !== undefined){
const _errs15 = errors;
if(!(validate155(data.then, {instancePath:instancePath+"/then",parentData:data,parentDataProperty:"then",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate155.errors : vErrors.concat(validate155.errors);
errors = vErrors.length;
}
var valid0 = _errs15 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.metadata !== undefined){
const _errs16 = errors;
if(!(validate157(data.metadata, {instancePath:instancePath+"/metadata",parentData:data,parentDataProperty:"metadata",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate157.errors : vErrors.concat(validate157.errors);
errors = vErrors.length;
}
var valid0 = _errs16 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
}
else {
validate304.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate304.errors = vErrors;
return errors === 0;
}
validate304.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema84 = {"type":"object","required":["run"],"additionalProperties":false,"properties":{"run":{"oneOf":[{"$ref":"#/$defs/runWorkflow"},{"$ref":"#/$defs/runContainer"},{"$ref":"#/$defs/runScript"},{"$ref":"#/$defs/runShell"}]},"if":{"$ref":"#/$defs/taskIf"},"input":{"$ref":"#/$defs/taskInput"},"output":{"$ref":"#/$defs/taskOutput"},"export":{"$ref":"#/$defs/taskExport"},"timeout":{"$ref":"#/$defs/taskTimeout"},"then":{"$ref":"#/$defs/taskThen"},"metadata":{"$ref":"#/$defs/taskMetadata"}}};
const schema85 = {"type":"object","required":["workflow"],"additionalProperties":false,"properties":{"workflow":{"type":"object","required":["namespace","name","version"],"additionalProperties":false,"properties":{"namespace":{"type":"string","minLength":1},"name":{"type":"string","minLength":1},"version":{"type":"string","default":"latest","minLength":1},"input":{"type":"object","additionalProperties":true}}},"await":{"$ref":"#/$defs/processAwait"},"return":{"$ref":"#/$defs/processReturn"}}};
const schema86 = {"type":"boolean","default":true};

function validate316(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate316.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(typeof data !== "boolean"){
validate316.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "boolean"}}];
return false;
}
validate316.errors = vErrors;
return errors === 0;
}
validate316.evaluated = {"dynamicProps":false,"dynamicItems":false};

const schema87 = {"type":"string","enum":["stdout","stderr","code","all","none"],"default":"stdout"};

function validate318(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate318.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(typeof data !== "string"){
validate318.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "string"}}];
return false;
}
if(!(((((data === "stdout") || (data === "stderr")) || (data === "code")) || (data === "all")) || (data === "none"))){
validate318.errors = [{instancePath,schemaPath:"#/enum",keyword:"enum",params:{allowedValues: schema87.enum}}];
return false;
}
validate318.errors = vErrors;
return errors === 0;
}
validate318.evaluated = {"dynamicProps":false,"dynamicItems":false};


function validate315(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate315.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.workflow === undefined) && (missing0 = "workflow")){
validate315.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(((key0 === "workflow") || (key0 === "await")) || (key0 === "return"))){
validate315.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.workflow !== undefined){
let data0 = data.workflow;
const _errs2 = errors;
if(errors === _errs2){
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
let missing1;
if((((data0.namespace === undefined) && (missing1 = "namespace")) || ((data0.name === undefined) && (missing1 = "name"))) || ((data0.version === undefined) && (missing1 = "version"))){
validate315.errors = [{instancePath:instancePath+"/workflow",schemaPath:"#/properties/workflow/required",keyword:"required",params:{missingProperty: missing1}}];
return false;
}
else {
const _errs4 = errors;
for(const key1 in data0){
if(!((((key1 === "namespace") || (key1 === "name")) || (key1 === "version")) || (key1 === "input"))){
validate315.errors = [{instancePath:instancePath+"/workflow",schemaPath:"#/properties/workflow/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1}}];
return false;
break;
}
}
if(_errs4 === errors){
if(data0.namespace !== undefined){
let data1 = data0.namespace;
const _errs5 = errors;
if(errors === _errs5){
if(typeof data1 === "string"){
if(func1(data1) < 1){
validate315.errors = [{instancePath:instancePath+"/workflow/namespace",schemaPath:"#/properties/workflow/properties/namespace/minLength",keyword:"minLength",params:{limit: 1}}];
return false;
}
}
else {
validate315.errors = [{instancePath:instancePath+"/workflow/namespace",schemaPath:"#/properties/workflow/properties/namespace/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid1 = _errs5 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.name !== undefined){
let data2 = data0.name;
const _errs7 = errors;
if(errors === _errs7){
if(typeof data2 === "string"){
if(func1(data2) < 1){
validate315.errors = [{instancePath:instancePath+"/workflow/name",schemaPath:"#/properties/workflow/properties/name/minLength",keyword:"minLength",params:{limit: 1}}];
return false;
}
}
else {
validate315.errors = [{instancePath:instancePath+"/workflow/name",schemaPath:"#/properties/workflow/properties/name/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid1 = _errs7 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.version !== undefined){
let data3 = data0.version;
const _errs9 = errors;
if(errors === _errs9){
if(typeof data3 === "string"){
if(func1(data3) < 1){
validate315.errors = [{instancePath:instancePath+"/workflow/version",schemaPath:"#/properties/workflow/properties/version/minLength",keyword:"minLength",params:{limit: 1}}];
return false;
}
}
else {
validate315.errors = [{instancePath:instancePath+"/workflow/version",schemaPath:"#/properties/workflow/properties/version/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid1 = _errs9 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.input !== undefined){
let data4 = data0.input;
const _errs11 = errors;
if(errors === _errs11){
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
}
else {
validate315.errors = [{instancePath:instancePath+"/workflow/input",schemaPath:"#/properties/workflow/properties/input/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid1 = _errs11 === errors;
}
else {
var valid1 = true;
}
}
}
}
}
}
}
else {
validate315.errors = [{instancePath:instancePath+"/workflow",schemaPath:"#/properties/workflow/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.await !== undefined){
const _errs14 = errors;
if(!(validate316(data.await, {instancePath:instancePath+"/await",parentData:data,parentDataProperty:"await",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate316.errors : vErrors.concat(validate316.errors);
errors = vErrors.length;
}
var valid0 = _errs14 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.return !== undefined){
const _errs15 = errors;
if(!(validate318(data.return, {instancePath:instancePath+"/return",parentData:data,parentDataProperty:"return",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate318.errors : vErrors.concat(validate318.errors);
errors = vErrors.length;
}
var valid0 = _errs15 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
else {
validate315.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate315.errors = vErrors;
return errors === 0;
}
validate315.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema88 = {"type":"object","required":["container"],"additionalProperties":false,"properties":{"container":{"type":"object","required":["image"],"additionalProperties":false,"properties":{"image":{"type":"string","minLength":1},"name":{"type":"string"},"command":{"type":"string"},"ports":{"type":"object","additionalProperties":true},"volumes":{"type":"object","additionalProperties":true},"environment":{"$ref":"#/$defs/processEnvironment"},"stdin":{"$ref":"#/$defs/processStdin"},"arguments":{"$ref":"#/$defs/processArguments"},"lifetime":{"oneOf":[{"type":"object","required":["cleanup"],"additionalProperties":false,"properties":{"cleanup":{"type":"string","enum":["always","never"]}}},{"type":"object","required":["cleanup","after"],"additionalProperties":false,"properties":{"cleanup":{"const":"eventually"},"after":{"$ref":"#/$defs/duration"}}}]},"pullPolicy":{"type":"string","enum":["ifNotPresent","always","never"]}}},"await":{"$ref":"#/$defs/processAwait"},"return":{"$ref":"#/$defs/processReturn"}}};
const schema89 = {"type":"object","additionalProperties":true};

function validate322(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate322.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
}
else {
validate322.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate322.errors = vErrors;
return errors === 0;
}
validate322.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema90 = {"type":"string"};

function validate324(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate324.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(typeof data !== "string"){
validate324.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "string"}}];
return false;
}
validate324.errors = vErrors;
return errors === 0;
}
validate324.evaluated = {"dynamicProps":false,"dynamicItems":false};

const schema91 = {"type":"array","items":{"type":"string"}};

function validate326(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate326.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(Array.isArray(data)){
var valid0 = true;
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
const _errs1 = errors;
if(typeof data[i0] !== "string"){
validate326.errors = [{instancePath:instancePath+"/" + i0,schemaPath:"#/items/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid0 = _errs1 === errors;
if(!valid0){
break;
}
}
}
else {
validate326.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
validate326.errors = vErrors;
return errors === 0;
}
validate326.evaluated = {"items":true,"dynamicProps":false,"dynamicItems":false};


function validate321(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate321.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.container === undefined) && (missing0 = "container")){
validate321.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(((key0 === "container") || (key0 === "await")) || (key0 === "return"))){
validate321.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.container !== undefined){
let data0 = data.container;
const _errs2 = errors;
if(errors === _errs2){
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
let missing1;
if((data0.image === undefined) && (missing1 = "image")){
validate321.errors = [{instancePath:instancePath+"/container",schemaPath:"#/properties/container/required",keyword:"required",params:{missingProperty: missing1}}];
return false;
}
else {
const _errs4 = errors;
for(const key1 in data0){
if(!(func3.call(schema88.properties.container.properties, key1))){
validate321.errors = [{instancePath:instancePath+"/container",schemaPath:"#/properties/container/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1}}];
return false;
break;
}
}
if(_errs4 === errors){
if(data0.image !== undefined){
let data1 = data0.image;
const _errs5 = errors;
if(errors === _errs5){
if(typeof data1 === "string"){
if(func1(data1) < 1){
validate321.errors = [{instancePath:instancePath+"/container/image",schemaPath:"#/properties/container/properties/image/minLength",keyword:"minLength",params:{limit: 1}}];
return false;
}
}
else {
validate321.errors = [{instancePath:instancePath+"/container/image",schemaPath:"#/properties/container/properties/image/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid1 = _errs5 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.name !== undefined){
const _errs7 = errors;
if(typeof data0.name !== "string"){
validate321.errors = [{instancePath:instancePath+"/container/name",schemaPath:"#/properties/container/properties/name/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid1 = _errs7 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.command !== undefined){
const _errs9 = errors;
if(typeof data0.command !== "string"){
validate321.errors = [{instancePath:instancePath+"/container/command",schemaPath:"#/properties/container/properties/command/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid1 = _errs9 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.ports !== undefined){
let data4 = data0.ports;
const _errs11 = errors;
if(errors === _errs11){
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
}
else {
validate321.errors = [{instancePath:instancePath+"/container/ports",schemaPath:"#/properties/container/properties/ports/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid1 = _errs11 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.volumes !== undefined){
let data5 = data0.volumes;
const _errs14 = errors;
if(errors === _errs14){
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
}
else {
validate321.errors = [{instancePath:instancePath+"/container/volumes",schemaPath:"#/properties/container/properties/volumes/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid1 = _errs14 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.environment !== undefined){
const _errs17 = errors;
if(!(validate322(data0.environment, {instancePath:instancePath+"/container/environment",parentData:data0,parentDataProperty:"environment",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate322.errors : vErrors.concat(validate322.errors);
errors = vErrors.length;
}
var valid1 = _errs17 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.stdin !== undefined){
const _errs18 = errors;
if(!(validate324(data0.stdin, {instancePath:instancePath+"/container/stdin",parentData:data0,parentDataProperty:"stdin",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate324.errors : vErrors.concat(validate324.errors);
errors = vErrors.length;
}
var valid1 = _errs18 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.arguments !== undefined){
const _errs19 = errors;
if(!(validate326(data0.arguments, {instancePath:instancePath+"/container/arguments",parentData:data0,parentDataProperty:"arguments",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate326.errors : vErrors.concat(validate326.errors);
errors = vErrors.length;
}
var valid1 = _errs19 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.lifetime !== undefined){
let data9 = data0.lifetime;
const _errs20 = errors;
const _errs21 = errors;
let valid2 = false;
let passing0 = null;
const _errs22 = errors;
if(errors === _errs22){
if(data9 && typeof data9 == "object" && !Array.isArray(data9)){
let missing2;
if((data9.cleanup === undefined) && (missing2 = "cleanup")){
const err0 = {instancePath:instancePath+"/container/lifetime",schemaPath:"#/properties/container/properties/lifetime/oneOf/0/required",keyword:"required",params:{missingProperty: missing2}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
else {
const _errs24 = errors;
for(const key2 in data9){
if(!(key2 === "cleanup")){
const err1 = {instancePath:instancePath+"/container/lifetime",schemaPath:"#/properties/container/properties/lifetime/oneOf/0/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
break;
}
}
if(_errs24 === errors){
if(data9.cleanup !== undefined){
let data10 = data9.cleanup;
if(typeof data10 !== "string"){
const err2 = {instancePath:instancePath+"/container/lifetime/cleanup",schemaPath:"#/properties/container/properties/lifetime/oneOf/0/properties/cleanup/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(!((data10 === "always") || (data10 === "never"))){
const err3 = {instancePath:instancePath+"/container/lifetime/cleanup",schemaPath:"#/properties/container/properties/lifetime/oneOf/0/properties/cleanup/enum",keyword:"enum",params:{allowedValues: schema88.properties.container.properties.lifetime.oneOf[0].properties.cleanup.enum}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
}
}
else {
const err4 = {instancePath:instancePath+"/container/lifetime",schemaPath:"#/properties/container/properties/lifetime/oneOf/0/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
var _valid0 = _errs22 === errors;
if(_valid0){
valid2 = true;
passing0 = 0;
var props0 = true;
}
const _errs27 = errors;
if(errors === _errs27){
if(data9 && typeof data9 == "object" && !Array.isArray(data9)){
let missing3;
if(((data9.cleanup === undefined) && (missing3 = "cleanup")) || ((data9.after === undefined) && (missing3 = "after"))){
const err5 = {instancePath:instancePath+"/container/lifetime",schemaPath:"#/properties/container/properties/lifetime/oneOf/1/required",keyword:"required",params:{missingProperty: missing3}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
else {
const _errs29 = errors;
for(const key3 in data9){
if(!((key3 === "cleanup") || (key3 === "after"))){
const err6 = {instancePath:instancePath+"/container/lifetime",schemaPath:"#/properties/container/properties/lifetime/oneOf/1/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key3}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
break;
}
}
if(_errs29 === errors){
if(data9.cleanup !== undefined){
const _errs30 = errors;
if("eventually" !== data9.cleanup){
const err7 = {instancePath:instancePath+"/container/lifetime/cleanup",schemaPath:"#/properties/container/properties/lifetime/oneOf/1/properties/cleanup/const",keyword:"const",params:{allowedValue: "eventually"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
var valid4 = _errs30 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data9.after !== undefined){
const _errs31 = errors;
if(!(validate151(data9.after, {instancePath:instancePath+"/container/lifetime/after",parentData:data9,parentDataProperty:"after",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate151.errors : vErrors.concat(validate151.errors);
errors = vErrors.length;
}
var valid4 = _errs31 === errors;
}
else {
var valid4 = true;
}
}
}
}
}
else {
const err8 = {instancePath:instancePath+"/container/lifetime",schemaPath:"#/properties/container/properties/lifetime/oneOf/1/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
var _valid0 = _errs27 === errors;
if(_valid0 && valid2){
valid2 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid2 = true;
passing0 = 1;
if(props0 !== true){
props0 = true;
}
}
}
if(!valid2){
const err9 = {instancePath:instancePath+"/container/lifetime",schemaPath:"#/properties/container/properties/lifetime/oneOf",keyword:"oneOf",params:{passingSchemas: passing0}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
validate321.errors = vErrors;
return false;
}
else {
errors = _errs21;
if(vErrors !== null){
if(_errs21){
vErrors.length = _errs21;
}
else {
vErrors = null;
}
}
}
var valid1 = _errs20 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.pullPolicy !== undefined){
let data13 = data0.pullPolicy;
const _errs32 = errors;
if(typeof data13 !== "string"){
validate321.errors = [{instancePath:instancePath+"/container/pullPolicy",schemaPath:"#/properties/container/properties/pullPolicy/type",keyword:"type",params:{type: "string"}}];
return false;
}
if(!(((data13 === "ifNotPresent") || (data13 === "always")) || (data13 === "never"))){
validate321.errors = [{instancePath:instancePath+"/container/pullPolicy",schemaPath:"#/properties/container/properties/pullPolicy/enum",keyword:"enum",params:{allowedValues: schema88.properties.container.properties.pullPolicy.enum}}];
return false;
}
var valid1 = _errs32 === errors;
}
else {
var valid1 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate321.errors = [{instancePath:instancePath+"/container",schemaPath:"#/properties/container/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.await !== undefined){
const _errs34 = errors;
if(!(validate316(data.await, {instancePath:instancePath+"/await",parentData:data,parentDataProperty:"await",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate316.errors : vErrors.concat(validate316.errors);
errors = vErrors.length;
}
var valid0 = _errs34 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.return !== undefined){
const _errs35 = errors;
if(!(validate318(data.return, {instancePath:instancePath+"/return",parentData:data,parentDataProperty:"return",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate318.errors : vErrors.concat(validate318.errors);
errors = vErrors.length;
}
var valid0 = _errs35 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
else {
validate321.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate321.errors = vErrors;
return errors === 0;
}
validate321.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema92 = {"type":"object","required":["script"],"additionalProperties":false,"properties":{"script":{"oneOf":[{"type":"object","required":["code","language"],"additionalProperties":false,"properties":{"code":{"type":"string","minLength":1},"language":{"type":"string","minLength":1},"stdin":{"$ref":"#/$defs/processStdin"},"arguments":{"$ref":"#/$defs/scriptArguments"},"environment":{"$ref":"#/$defs/processEnvironment"}}},{"type":"object","required":["source","language"],"additionalProperties":false,"properties":{"source":{"$ref":"#/$defs/externalResource"},"language":{"type":"string","minLength":1},"stdin":{"$ref":"#/$defs/processStdin"},"arguments":{"$ref":"#/$defs/scriptArguments"},"environment":{"$ref":"#/$defs/processEnvironment"}}}]},"await":{"$ref":"#/$defs/processAwait"},"return":{"$ref":"#/$defs/processReturn"}}};
const schema93 = {"anyOf":[{"$ref":"#/$defs/processArguments"},{"type":"object"},{"type":"string","pattern":"^\\s*\\$\\{[\\s\\S]+\\}\\s*$"}]};

function validate334(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate334.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs0 = errors;
let valid0 = false;
const _errs1 = errors;
if(!(validate326(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate326.errors : vErrors.concat(validate326.errors);
errors = vErrors.length;
}
var _valid0 = _errs1 === errors;
valid0 = valid0 || _valid0;
if(_valid0){
var items0 = true;
}
const _errs2 = errors;
if(!(data && typeof data == "object" && !Array.isArray(data))){
const err0 = {instancePath,schemaPath:"#/anyOf/1/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
var _valid0 = _errs2 === errors;
valid0 = valid0 || _valid0;
const _errs4 = errors;
if(errors === _errs4){
if(typeof data === "string"){
if(!pattern12.test(data)){
const err1 = {instancePath,schemaPath:"#/anyOf/2/pattern",keyword:"pattern",params:{pattern: "^\\s*\\$\\{[\\s\\S]+\\}\\s*$"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath,schemaPath:"#/anyOf/2/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
var _valid0 = _errs4 === errors;
valid0 = valid0 || _valid0;
if(!valid0){
const err3 = {instancePath,schemaPath:"#/anyOf",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
validate334.errors = vErrors;
return false;
}
else {
errors = _errs0;
if(vErrors !== null){
if(_errs0){
vErrors.length = _errs0;
}
else {
vErrors = null;
}
}
}
validate334.errors = vErrors;
evaluated0.items = items0;
return errors === 0;
}
validate334.evaluated = {"dynamicProps":false,"dynamicItems":true};


function validate332(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate332.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.script === undefined) && (missing0 = "script")){
validate332.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(((key0 === "script") || (key0 === "await")) || (key0 === "return"))){
validate332.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.script !== undefined){
let data0 = data.script;
const _errs2 = errors;
const _errs3 = errors;
let valid1 = false;
let passing0 = null;
const _errs4 = errors;
if(errors === _errs4){
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
let missing1;
if(((data0.code === undefined) && (missing1 = "code")) || ((data0.language === undefined) && (missing1 = "language"))){
const err0 = {instancePath:instancePath+"/script",schemaPath:"#/properties/script/oneOf/0/required",keyword:"required",params:{missingProperty: missing1}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
else {
const _errs6 = errors;
for(const key1 in data0){
if(!(((((key1 === "code") || (key1 === "language")) || (key1 === "stdin")) || (key1 === "arguments")) || (key1 === "environment"))){
const err1 = {instancePath:instancePath+"/script",schemaPath:"#/properties/script/oneOf/0/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
break;
}
}
if(_errs6 === errors){
if(data0.code !== undefined){
let data1 = data0.code;
const _errs7 = errors;
if(errors === _errs7){
if(typeof data1 === "string"){
if(func1(data1) < 1){
const err2 = {instancePath:instancePath+"/script/code",schemaPath:"#/properties/script/oneOf/0/properties/code/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath:instancePath+"/script/code",schemaPath:"#/properties/script/oneOf/0/properties/code/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
var valid2 = _errs7 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data0.language !== undefined){
let data2 = data0.language;
const _errs9 = errors;
if(errors === _errs9){
if(typeof data2 === "string"){
if(func1(data2) < 1){
const err4 = {instancePath:instancePath+"/script/language",schemaPath:"#/properties/script/oneOf/0/properties/language/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/script/language",schemaPath:"#/properties/script/oneOf/0/properties/language/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
var valid2 = _errs9 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data0.stdin !== undefined){
const _errs11 = errors;
if(!(validate324(data0.stdin, {instancePath:instancePath+"/script/stdin",parentData:data0,parentDataProperty:"stdin",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate324.errors : vErrors.concat(validate324.errors);
errors = vErrors.length;
}
var valid2 = _errs11 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data0.arguments !== undefined){
const _errs12 = errors;
if(!(validate334(data0.arguments, {instancePath:instancePath+"/script/arguments",parentData:data0,parentDataProperty:"arguments",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate334.errors : vErrors.concat(validate334.errors);
errors = vErrors.length;
}
var valid2 = _errs12 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data0.environment !== undefined){
const _errs13 = errors;
if(!(validate322(data0.environment, {instancePath:instancePath+"/script/environment",parentData:data0,parentDataProperty:"environment",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate322.errors : vErrors.concat(validate322.errors);
errors = vErrors.length;
}
var valid2 = _errs13 === errors;
}
else {
var valid2 = true;
}
}
}
}
}
}
}
}
else {
const err6 = {instancePath:instancePath+"/script",schemaPath:"#/properties/script/oneOf/0/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
var _valid0 = _errs4 === errors;
if(_valid0){
valid1 = true;
passing0 = 0;
var props0 = true;
}
const _errs14 = errors;
if(errors === _errs14){
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
let missing2;
if(((data0.source === undefined) && (missing2 = "source")) || ((data0.language === undefined) && (missing2 = "language"))){
const err7 = {instancePath:instancePath+"/script",schemaPath:"#/properties/script/oneOf/1/required",keyword:"required",params:{missingProperty: missing2}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
else {
const _errs16 = errors;
for(const key2 in data0){
if(!(((((key2 === "source") || (key2 === "language")) || (key2 === "stdin")) || (key2 === "arguments")) || (key2 === "environment"))){
const err8 = {instancePath:instancePath+"/script",schemaPath:"#/properties/script/oneOf/1/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
break;
}
}
if(_errs16 === errors){
if(data0.source !== undefined){
const _errs17 = errors;
if(!(validate55(data0.source, {instancePath:instancePath+"/script/source",parentData:data0,parentDataProperty:"source",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate55.errors : vErrors.concat(validate55.errors);
errors = vErrors.length;
}
var valid3 = _errs17 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data0.language !== undefined){
let data7 = data0.language;
const _errs18 = errors;
if(errors === _errs18){
if(typeof data7 === "string"){
if(func1(data7) < 1){
const err9 = {instancePath:instancePath+"/script/language",schemaPath:"#/properties/script/oneOf/1/properties/language/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/script/language",schemaPath:"#/properties/script/oneOf/1/properties/language/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
var valid3 = _errs18 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data0.stdin !== undefined){
const _errs20 = errors;
if(!(validate324(data0.stdin, {instancePath:instancePath+"/script/stdin",parentData:data0,parentDataProperty:"stdin",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate324.errors : vErrors.concat(validate324.errors);
errors = vErrors.length;
}
var valid3 = _errs20 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data0.arguments !== undefined){
const _errs21 = errors;
if(!(validate334(data0.arguments, {instancePath:instancePath+"/script/arguments",parentData:data0,parentDataProperty:"arguments",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate334.errors : vErrors.concat(validate334.errors);
errors = vErrors.length;
}
var valid3 = _errs21 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data0.environment !== undefined){
const _errs22 = errors;
if(!(validate322(data0.environment, {instancePath:instancePath+"/script/environment",parentData:data0,parentDataProperty:"environment",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate322.errors : vErrors.concat(validate322.errors);
errors = vErrors.length;
}
var valid3 = _errs22 === errors;
}
else {
var valid3 = true;
}
}
}
}
}
}
}
}
else {
const err11 = {instancePath:instancePath+"/script",schemaPath:"#/properties/script/oneOf/1/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
var _valid0 = _errs14 === errors;
if(_valid0 && valid1){
valid1 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid1 = true;
passing0 = 1;
if(props0 !== true){
props0 = true;
}
}
}
if(!valid1){
const err12 = {instancePath:instancePath+"/script",schemaPath:"#/properties/script/oneOf",keyword:"oneOf",params:{passingSchemas: passing0}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
validate332.errors = vErrors;
return false;
}
else {
errors = _errs3;
if(vErrors !== null){
if(_errs3){
vErrors.length = _errs3;
}
else {
vErrors = null;
}
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.await !== undefined){
const _errs23 = errors;
if(!(validate316(data.await, {instancePath:instancePath+"/await",parentData:data,parentDataProperty:"await",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate316.errors : vErrors.concat(validate316.errors);
errors = vErrors.length;
}
var valid0 = _errs23 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.return !== undefined){
const _errs24 = errors;
if(!(validate318(data.return, {instancePath:instancePath+"/return",parentData:data,parentDataProperty:"return",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate318.errors : vErrors.concat(validate318.errors);
errors = vErrors.length;
}
var valid0 = _errs24 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
else {
validate332.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate332.errors = vErrors;
return errors === 0;
}
validate332.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema94 = {"type":"object","required":["shell"],"additionalProperties":false,"properties":{"shell":{"type":"object","required":["command"],"additionalProperties":false,"properties":{"command":{"type":"string","minLength":1},"stdin":{"$ref":"#/$defs/processStdin"},"arguments":{"$ref":"#/$defs/processArguments"},"environment":{"$ref":"#/$defs/processEnvironment"}}},"await":{"$ref":"#/$defs/processAwait"},"return":{"$ref":"#/$defs/processReturn"}}};

function validate345(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate345.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.shell === undefined) && (missing0 = "shell")){
validate345.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(((key0 === "shell") || (key0 === "await")) || (key0 === "return"))){
validate345.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.shell !== undefined){
let data0 = data.shell;
const _errs2 = errors;
if(errors === _errs2){
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
let missing1;
if((data0.command === undefined) && (missing1 = "command")){
validate345.errors = [{instancePath:instancePath+"/shell",schemaPath:"#/properties/shell/required",keyword:"required",params:{missingProperty: missing1}}];
return false;
}
else {
const _errs4 = errors;
for(const key1 in data0){
if(!((((key1 === "command") || (key1 === "stdin")) || (key1 === "arguments")) || (key1 === "environment"))){
validate345.errors = [{instancePath:instancePath+"/shell",schemaPath:"#/properties/shell/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1}}];
return false;
break;
}
}
if(_errs4 === errors){
if(data0.command !== undefined){
let data1 = data0.command;
const _errs5 = errors;
if(errors === _errs5){
if(typeof data1 === "string"){
if(func1(data1) < 1){
validate345.errors = [{instancePath:instancePath+"/shell/command",schemaPath:"#/properties/shell/properties/command/minLength",keyword:"minLength",params:{limit: 1}}];
return false;
}
}
else {
validate345.errors = [{instancePath:instancePath+"/shell/command",schemaPath:"#/properties/shell/properties/command/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid1 = _errs5 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.stdin !== undefined){
const _errs7 = errors;
if(!(validate324(data0.stdin, {instancePath:instancePath+"/shell/stdin",parentData:data0,parentDataProperty:"stdin",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate324.errors : vErrors.concat(validate324.errors);
errors = vErrors.length;
}
var valid1 = _errs7 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.arguments !== undefined){
const _errs8 = errors;
if(!(validate326(data0.arguments, {instancePath:instancePath+"/shell/arguments",parentData:data0,parentDataProperty:"arguments",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate326.errors : vErrors.concat(validate326.errors);
errors = vErrors.length;
}
var valid1 = _errs8 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.environment !== undefined){
const _errs9 = errors;
if(!(validate322(data0.environment, {instancePath:instancePath+"/shell/environment",parentData:data0,parentDataProperty:"environment",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate322.errors : vErrors.concat(validate322.errors);
errors = vErrors.length;
}
var valid1 = _errs9 === errors;
}
else {
var valid1 = true;
}
}
}
}
}
}
}
else {
validate345.errors = [{instancePath:instancePath+"/shell",schemaPath:"#/properties/shell/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.await !== undefined){
const _errs10 = errors;
if(!(validate316(data.await, {instancePath:instancePath+"/await",parentData:data,parentDataProperty:"await",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate316.errors : vErrors.concat(validate316.errors);
errors = vErrors.length;
}
var valid0 = _errs10 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.return !== undefined){
const _errs11 = errors;
if(!(validate318(data.return, {instancePath:instancePath+"/return",parentData:data,parentDataProperty:"return",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate318.errors : vErrors.concat(validate318.errors);
errors = vErrors.length;
}
var valid0 = _errs11 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
else {
validate345.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate345.errors = vErrors;
return errors === 0;
}
validate345.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate314(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate314.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.run === undefined) && (missing0 = "run")){
validate314.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((((((((key0 === "run") || (key0 === "if")) || (key0 === "input")) || (key0 === "output")) || (key0 === "export")) || (key0 === "timeout")) || (key0 === "then")) || (key0 === "metadata"))){
validate314.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.run !== undefined){
let data0 = data.run;
const _errs2 = errors;
const _errs3 = errors;
let valid1 = false;
let passing0 = null;
const _errs4 = errors;
if(!(validate315(data0, {instancePath:instancePath+"/run",parentData:data,parentDataProperty:"run",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate315.errors : vErrors.concat(validate315.errors);
errors = vErrors.length;
}
var _valid0 = _errs4 === errors;
if(_valid0){
valid1 = true;
passing0 = 0;
var props0 = true;
}
const _errs5 = errors;
if(!(validate321(data0, {instancePath:instancePath+"/run",parentData:data,parentDataProperty:"run",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate321.errors : vErrors.concat(validate321.errors);
errors = vErrors.length;
}
var _valid0 = _errs5 === errors;
if(_valid0 && valid1){
valid1 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid1 = true;
passing0 = 1;
if(props0 !== true){
props0 = true;
}
}
const _errs6 = errors;
if(!(validate332(data0, {instancePath:instancePath+"/run",parentData:data,parentDataProperty:"run",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate332.errors : vErrors.concat(validate332.errors);
errors = vErrors.length;
}
var _valid0 = _errs6 === errors;
if(_valid0 && valid1){
valid1 = false;
passing0 = [passing0, 2];
}
else {
if(_valid0){
valid1 = true;
passing0 = 2;
if(props0 !== true){
props0 = true;
}
}
const _errs7 = errors;
if(!(validate345(data0, {instancePath:instancePath+"/run",parentData:data,parentDataProperty:"run",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate345.errors : vErrors.concat(validate345.errors);
errors = vErrors.length;
}
var _valid0 = _errs7 === errors;
if(_valid0 && valid1){
valid1 = false;
passing0 = [passing0, 3];
}
else {
if(_valid0){
valid1 = true;
passing0 = 3;
if(props0 !== true){
props0 = true;
}
}
}
}
}
if(!valid1){
const err0 = {instancePath:instancePath+"/run",schemaPath:"#/properties/run/oneOf",keyword:"oneOf",params:{passingSchemas: passing0}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
validate314.errors = vErrors;
return false;
}
else {
errors = _errs3;
if(vErrors !== null){
if(_errs3){
vErrors.length = _errs3;
}
else {
vErrors = null;
}
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.if !== undefined){
const _errs8 = errors;
if(!(validate138(data.if, {instancePath:instancePath+"/if",parentData:data,parentDataProperty:"if",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate138.errors : vErrors.concat(validate138.errors);
errors = vErrors.length;
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.input !== undefined){
const _errs9 = errors;
if(!(validate140(data.input, {instancePath:instancePath+"/input",parentData:data,parentDataProperty:"input",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate140.errors : vErrors.concat(validate140.errors);
errors = vErrors.length;
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.output !== undefined){
const _errs10 = errors;
if(!(validate143(data.output, {instancePath:instancePath+"/output",parentData:data,parentDataProperty:"output",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate143.errors : vErrors.concat(validate143.errors);
errors = vErrors.length;
}
var valid0 = _errs10 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.export !== undefined){
const _errs11 = errors;
if(!(validate146(data.export, {instancePath:instancePath+"/export",parentData:data,parentDataProperty:"export",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate146.errors : vErrors.concat(validate146.errors);
errors = vErrors.length;
}
var valid0 = _errs11 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.timeout !== undefined){
const _errs12 = errors;
if(!(validate149(data.timeout, {instancePath:instancePath+"/timeout",parentData:data,parentDataProperty:"timeout",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate149.errors : vErrors.concat(validate149.errors);
errors = vErrors.length;
}
var valid0 = _errs12 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.then !== undefined){
const _errs13 = errors;
if(!(validate155(data.then, {instancePath:instancePath+"/then",parentData:data,parentDataProperty:"then",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate155.errors : vErrors.concat(validate155.errors);
errors = vErrors.length;
}
var valid0 = _errs13 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.metadata !== undefined){
const _errs14 = errors;
if(!(validate157(data.metadata, {instancePath:instancePath+"/metadata",parentData:data,parentDataProperty:"metadata",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate157.errors : vErrors.concat(validate157.errors);
errors = vErrors.length;
}
var valid0 = _errs14 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
}
else {
validate314.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate314.errors = vErrors;
return errors === 0;
}
validate314.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema95 = {"type":"object","required":["set"],"additionalProperties":false,"properties":{"set":{"oneOf":[{"type":"object","additionalProperties":true,"minProperties":1},{"type":"string"}]},"if":{"$ref":"#/$defs/taskIf"},"input":{"$ref":"#/$defs/taskInput"},"output":{"$ref":"#/$defs/taskOutput"},"export":{"$ref":"#/$defs/taskExport"},"timeout":{"$ref":"#/$defs/taskTimeout"},"then":{"$ref":"#/$defs/taskThen"},"metadata":{"$ref":"#/$defs/taskMetadata"}}};

function validate360(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate360.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.set === undefined) && (missing0 = "set")){
validate360.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((((((((key0 === "set") || (key0 === "if")) || (key0 === "input")) || (key0 === "output")) || (key0 === "export")) || (key0 === "timeout")) || (key0 === "then")) || (key0 === "metadata"))){
validate360.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.set !== undefined){
let data0 = data.set;
const _errs2 = errors;
const _errs3 = errors;
let valid1 = false;
let passing0 = null;
const _errs4 = errors;
if(errors === _errs4){
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(Object.keys(data0).length < 1){
const err0 = {instancePath:instancePath+"/set",schemaPath:"#/properties/set/oneOf/0/minProperties",keyword:"minProperties",params:{limit: 1}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
else {
const err1 = {instancePath:instancePath+"/set",schemaPath:"#/properties/set/oneOf/0/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
var _valid0 = _errs4 === errors;
if(_valid0){
valid1 = true;
passing0 = 0;
}
const _errs7 = errors;
if(typeof data0 !== "string"){
const err2 = {instancePath:instancePath+"/set",schemaPath:"#/properties/set/oneOf/1/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
var _valid0 = _errs7 === errors;
if(_valid0 && valid1){
valid1 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid1 = true;
passing0 = 1;
}
}
if(!valid1){
const err3 = {instancePath:instancePath+"/set",schemaPath:"#/properties/set/oneOf",keyword:"oneOf",params:{passingSchemas: passing0}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
validate360.errors = vErrors;
return false;
}
else {
errors = _errs3;
if(vErrors !== null){
if(_errs3){
vErrors.length = _errs3;
}
else {
vErrors = null;
}
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.if !== undefined){
const _errs9 = errors;
if(!(validate138(data.if, {instancePath:instancePath+"/if",parentData:data,parentDataProperty:"if",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate138.errors : vErrors.concat(validate138.errors);
errors = vErrors.length;
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.input !== undefined){
const _errs10 = errors;
if(!(validate140(data.input, {instancePath:instancePath+"/input",parentData:data,parentDataProperty:"input",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate140.errors : vErrors.concat(validate140.errors);
errors = vErrors.length;
}
var valid0 = _errs10 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.output !== undefined){
const _errs11 = errors;
if(!(validate143(data.output, {instancePath:instancePath+"/output",parentData:data,parentDataProperty:"output",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate143.errors : vErrors.concat(validate143.errors);
errors = vErrors.length;
}
var valid0 = _errs11 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.export !== undefined){
const _errs12 = errors;
if(!(validate146(data.export, {instancePath:instancePath+"/export",parentData:data,parentDataProperty:"export",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate146.errors : vErrors.concat(validate146.errors);
errors = vErrors.length;
}
var valid0 = _errs12 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.timeout !== undefined){
const _errs13 = errors;
if(!(validate149(data.timeout, {instancePath:instancePath+"/timeout",parentData:data,parentDataProperty:"timeout",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate149.errors : vErrors.concat(validate149.errors);
errors = vErrors.length;
}
var valid0 = _errs13 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.then !== undefined){
const _errs14 = errors;
if(!(validate155(data.then, {instancePath:instancePath+"/then",parentData:data,parentDataProperty:"then",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate155.errors : vErrors.concat(validate155.errors);
errors = vErrors.length;
}
var valid0 = _errs14 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.metadata !== undefined){
const _errs15 = errors;
if(!(validate157(data.metadata, {instancePath:instancePath+"/metadata",parentData:data,parentDataProperty:"metadata",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate157.errors : vErrors.concat(validate157.errors);
errors = vErrors.length;
}
var valid0 = _errs15 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
}
else {
validate360.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate360.errors = vErrors;
return errors === 0;
}
validate360.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema96 = {"type":"object","required":["switch"],"additionalProperties":false,"properties":{"switch":{"type":"array","items":{"type":"object","minProperties":1,"maxProperties":1,"additionalProperties":{"type":"object","required":["then"],"additionalProperties":false,"properties":{"when":{"type":"string","minLength":1},"then":{"$ref":"#/$defs/flowDirective"}}}},"minItems":1},"if":{"$ref":"#/$defs/taskIf"},"input":{"$ref":"#/$defs/taskInput"},"output":{"$ref":"#/$defs/taskOutput"},"export":{"$ref":"#/$defs/taskExport"},"timeout":{"$ref":"#/$defs/taskTimeout"},"then":{"$ref":"#/$defs/taskThen"},"metadata":{"$ref":"#/$defs/taskMetadata"}}};

function validate370(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate370.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(typeof data === "string"){
if(func1(data) < 1){
validate370.errors = [{instancePath,schemaPath:"#/minLength",keyword:"minLength",params:{limit: 1}}];
return false;
}
}
else {
validate370.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
validate370.errors = vErrors;
return errors === 0;
}
validate370.evaluated = {"dynamicProps":false,"dynamicItems":false};


function validate369(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate369.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.switch === undefined) && (missing0 = "switch")){
validate369.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((((((((key0 === "switch") || (key0 === "if")) || (key0 === "input")) || (key0 === "output")) || (key0 === "export")) || (key0 === "timeout")) || (key0 === "then")) || (key0 === "metadata"))){
validate369.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.switch !== undefined){
let data0 = data.switch;
const _errs2 = errors;
if(errors === _errs2){
if(Array.isArray(data0)){
if(data0.length < 1){
validate369.errors = [{instancePath:instancePath+"/switch",schemaPath:"#/properties/switch/minItems",keyword:"minItems",params:{limit: 1}}];
return false;
}
else {
var valid1 = true;
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
let data1 = data0[i0];
const _errs4 = errors;
if(errors === _errs4){
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
if(Object.keys(data1).length > 1){
validate369.errors = [{instancePath:instancePath+"/switch/" + i0,schemaPath:"#/properties/switch/items/maxProperties",keyword:"maxProperties",params:{limit: 1}}];
return false;
}
else {
if(Object.keys(data1).length < 1){
validate369.errors = [{instancePath:instancePath+"/switch/" + i0,schemaPath:"#/properties/switch/items/minProperties",keyword:"minProperties",params:{limit: 1}}];
return false;
}
else {
for(const key1 in data1){
let data2 = data1[key1];
const _errs7 = errors;
if(errors === _errs7){
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
let missing1;
if((data2.then === undefined) && (missing1 = "then")){
validate369.errors = [{instancePath:instancePath+"/switch/" + i0+"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/switch/items/additionalProperties/required",keyword:"required",params:{missingProperty: missing1}}];
return false;
}
else {
const _errs9 = errors;
for(const key2 in data2){
if(!((key2 === "when") || (key2 === "then"))){
validate369.errors = [{instancePath:instancePath+"/switch/" + i0+"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/switch/items/additionalProperties/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2}}];
return false;
break;
}
}
if(_errs9 === errors){
if(data2.when !== undefined){
let data3 = data2.when;
const _errs10 = errors;
if(errors === _errs10){
if(typeof data3 === "string"){
if(func1(data3) < 1){
validate369.errors = [{instancePath:instancePath+"/switch/" + i0+"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/when",schemaPath:"#/properties/switch/items/additionalProperties/properties/when/minLength",keyword:"minLength",params:{limit: 1}}];
return false;
}
}
else {
validate369.errors = [{instancePath:instancePath+"/switch/" + i0+"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/when",schemaPath:"#/properties/switch/items/additionalProperties/properties/when/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid3 = _errs10 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data2.then !== undefined){
const _errs12 = errors;
if(!(validate370(data2.then, {instancePath:instancePath+"/switch/" + i0+"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/then",parentData:data2,parentDataProperty:"then",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate370.errors : vErrors.concat(validate370.errors);
errors = vErrors.length;
}
var valid3 = _errs12 === errors;
}
else {
var valid3 = true;
}
}
}
}
}
else {
validate369.errors = [{instancePath:instancePath+"/switch/" + i0+"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/switch/items/additionalProperties/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid2 = _errs7 === errors;
if(!valid2){
break;
}
}
}
}
}
else {
validate369.errors = [{instancePath:instancePath+"/switch/" + i0,schemaPath:"#/properties/switch/items/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid1 = _errs4 === errors;
if(!valid1){
break;
}
}
}
}
else {
validate369.errors = [{instancePath:instancePath+"/switch",schemaPath:"#/properties/switch/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.if !== undefined){
const _errs13 = errors;
if(!(validate138(data.if, {instancePath:instancePath+"/if",parentData:data,parentDataProperty:"if",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate138.errors : vErrors.concat(validate138.errors);
errors = vErrors.length;
}
var valid0 = _errs13 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.input !== undefined){
const _errs14 = errors;
if(!(validate140(data.input, {instancePath:instancePath+"/input",parentData:data,parentDataProperty:"input",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate140.errors : vErrors.concat(validate140.errors);
errors = vErrors.length;
}
var valid0 = _errs14 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.output !== undefined){
const _errs15 = errors;
if(!(validate143(data.output, {instancePath:instancePath+"/output",parentData:data,parentDataProperty:"output",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate143.errors : vErrors.concat(validate143.errors);
errors = vErrors.length;
}
var valid0 = _errs15 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.export !== undefined){
const _errs16 = errors;
if(!(validate146(data.export, {instancePath:instancePath+"/export",parentData:data,parentDataProperty:"export",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate146.errors : vErrors.concat(validate146.errors);
errors = vErrors.length;
}
var valid0 = _errs16 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.timeout !== undefined){
const _errs17 = errors;
if(!(validate149(data.timeout, {instancePath:instancePath+"/timeout",parentData:data,parentDataProperty:"timeout",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate149.errors : vErrors.concat(validate149.errors);
errors = vErrors.length;
}
var valid0 = _errs17 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.then !== undefined){
const _errs18 = errors;
if(!(validate155(data.then, {instancePath:instancePath+"/then",parentData:data,parentDataProperty:"then",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate155.errors : vErrors.concat(validate155.errors);
errors = vErrors.length;
}
var valid0 = _errs18 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.metadata !== undefined){
const _errs19 = errors;
if(!(validate157(data.metadata, {instancePath:instancePath+"/metadata",parentData:data,parentDataProperty:"metadata",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate157.errors : vErrors.concat(validate157.errors);
errors = vErrors.length;
}
var valid0 = _errs19 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
}
else {
validate369.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate369.errors = vErrors;
return errors === 0;
}
validate369.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema98 = {"type":"object","required":["try","catch"],"additionalProperties":false,"properties":{"try":{"$ref":"#/$defs/taskList"},"catch":{"type":"object","additionalProperties":false,"properties":{"errors":{"type":"object","properties":{"with":{"type":"object","minProperties":1,"properties":{"type":{"type":"string"},"status":{"type":"integer"},"instance":{"type":"string"},"title":{"type":"string"},"detail":{"type":"string"}}}}},"as":{"type":"string","default":"error","minLength":1},"when":{"type":"string","minLength":1},"exceptWhen":{"type":"string","minLength":1},"retry":{"oneOf":[{"$ref":"#/$defs/retryPolicy"},{"type":"string","minLength":1}]},"do":{"$ref":"#/$defs/taskList"},"then":{"$ref":"#/$defs/flowDirective"}}},"if":{"$ref":"#/$defs/taskIf"},"input":{"$ref":"#/$defs/taskInput"},"output":{"$ref":"#/$defs/taskOutput"},"export":{"$ref":"#/$defs/taskExport"},"timeout":{"$ref":"#/$defs/taskTimeout"},"then":{"$ref":"#/$defs/taskThen"},"metadata":{"$ref":"#/$defs/taskMetadata"}}};
const schema99 = {"type":"object","additionalProperties":false,"properties":{"when":{"type":"string","minLength":1},"exceptWhen":{"type":"string","minLength":1},"delay":{"$ref":"#/$defs/duration"},"backoff":{"oneOf":[{"type":"object","required":["constant"],"additionalProperties":false,"properties":{"constant":{"type":"object","additionalProperties":true}}},{"type":"object","required":["exponential"],"additionalProperties":false,"properties":{"exponential":{"type":"object","additionalProperties":true}}},{"type":"object","required":["linear"],"additionalProperties":false,"properties":{"linear":{"type":"object","additionalProperties":true}}}]},"limit":{"type":"object","additionalProperties":false,"properties":{"attempt":{"type":"object","additionalProperties":false,"properties":{"count":{"type":"integer"},"duration":{"$ref":"#/$defs/duration"}}},"duration":{"$ref":"#/$defs/duration"}}},"jitter":{"type":"object","required":["from","to"],"additionalProperties":false,"properties":{"from":{"$ref":"#/$defs/duration"},"to":{"$ref":"#/$defs/duration"}}}}};

function validate381(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate381.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
const _errs1 = errors;
for(const key0 in data){
if(!((((((key0 === "when") || (key0 === "exceptWhen")) || (key0 === "delay")) || (key0 === "backoff")) || (key0 === "limit")) || (key0 === "jitter"))){
validate381.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.when !== undefined){
let data0 = data.when;
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(func1(data0) < 1){
validate381.errors = [{instancePath:instancePath+"/when",schemaPath:"#/properties/when/minLength",keyword:"minLength",params:{limit: 1}}];
return false;
}
}
else {
validate381.errors = [{instancePath:instancePath+"/when",schemaPath:"#/properties/when/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.exceptWhen !== undefined){
let data1 = data.exceptWhen;
const _errs4 = errors;
if(errors === _errs4){
if(typeof data1 === "string"){
if(func1(data1) < 1){
validate381.errors = [{instancePath:instancePath+"/exceptWhen",schemaPath:"#/properties/exceptWhen/minLength",keyword:"minLength",params:{limit: 1}}];
return false;
}
}
else {
validate381.errors = [{instancePath:instancePath+"/exceptWhen",schemaPath:"#/properties/exceptWhen/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.delay !== undefined){
const _errs6 = errors;
if(!(validate151(data.delay, {instancePath:instancePath+"/delay",parentData:data,parentDataProperty:"delay",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate151.errors : vErrors.concat(validate151.errors);
errors = vErrors.length;
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.backoff !== undefined){
let data3 = data.backoff;
const _errs7 = errors;
const _errs8 = errors;
let valid1 = false;
let passing0 = null;
const _errs9 = errors;
if(errors === _errs9){
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
let missing0;
if((data3.constant === undefined) && (missing0 = "constant")){
const err0 = {instancePath:instancePath+"/backoff",schemaPath:"#/properties/backoff/oneOf/0/required",keyword:"required",params:{missingProperty: missing0}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
else {
const _errs11 = errors;
for(const key1 in data3){
if(!(key1 === "constant")){
const err1 = {instancePath:instancePath+"/backoff",schemaPath:"#/properties/backoff/oneOf/0/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
break;
}
}
if(_errs11 === errors){
if(data3.constant !== undefined){
let data4 = data3.constant;
const _errs12 = errors;
if(errors === _errs12){
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
}
else {
const err2 = {instancePath:instancePath+"/backoff/constant",schemaPath:"#/properties/backoff/oneOf/0/properties/constant/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
}
}
}
}
else {
const err3 = {instancePath:instancePath+"/backoff",schemaPath:"#/properties/backoff/oneOf/0/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
var _valid0 = _errs9 === errors;
if(_valid0){
valid1 = true;
passing0 = 0;
var props1 = true;
}
const _errs15 = errors;
if(errors === _errs15){
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
let missing1;
if((data3.exponential === undefined) && (missing1 = "exponential")){
const err4 = {instancePath:instancePath+"/backoff",schemaPath:"#/properties/backoff/oneOf/1/required",keyword:"required",params:{missingProperty: missing1}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
else {
const _errs17 = errors;
for(const key2 in data3){
if(!(key2 === "exponential")){
const err5 = {instancePath:instancePath+"/backoff",schemaPath:"#/properties/backoff/oneOf/1/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
break;
}
}
if(_errs17 === errors){
if(data3.exponential !== undefined){
let data5 = data3.exponential;
const _errs18 = errors;
if(errors === _errs18){
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
}
else {
const err6 = {instancePath:instancePath+"/backoff/exponential",schemaPath:"#/properties/backoff/oneOf/1/properties/exponential/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
}
}
}
}
else {
const err7 = {instancePath:instancePath+"/backoff",schemaPath:"#/properties/backoff/oneOf/1/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
var _valid0 = _errs15 === errors;
if(_valid0 && valid1){
valid1 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid1 = true;
passing0 = 1;
if(props1 !== true){
props1 = true;
}
}
const _errs21 = errors;
if(errors === _errs21){
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
let missing2;
if((data3.linear === undefined) && (missing2 = "linear")){
const err8 = {instancePath:instancePath+"/backoff",schemaPath:"#/properties/backoff/oneOf/2/required",keyword:"required",params:{missingProperty: missing2}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
else {
const _errs23 = errors;
for(const key3 in data3){
if(!(key3 === "linear")){
const err9 = {instancePath:instancePath+"/backoff",schemaPath:"#/properties/backoff/oneOf/2/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key3}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
break;
}
}
if(_errs23 === errors){
if(data3.linear !== undefined){
let data6 = data3.linear;
const _errs24 = errors;
if(errors === _errs24){
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
}
else {
const err10 = {instancePath:instancePath+"/backoff/linear",schemaPath:"#/properties/backoff/oneOf/2/properties/linear/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
}
}
}
}
else {
const err11 = {instancePath:instancePath+"/backoff",schemaPath:"#/properties/backoff/oneOf/2/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
var _valid0 = _errs21 === errors;
if(_valid0 && valid1){
valid1 = false;
passing0 = [passing0, 2];
}
else {
if(_valid0){
valid1 = true;
passing0 = 2;
if(props1 !== true){
props1 = true;
}
}
}
}
if(!valid1){
const err12 = {instancePath:instancePath+"/backoff",schemaPath:"#/properties/backoff/oneOf",keyword:"oneOf",params:{passingSchemas: passing0}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
validate381.errors = vErrors;
return false;
}
else {
errors = _errs8;
if(vErrors !== null){
if(_errs8){
vErrors.length = _errs8;
}
else {
vErrors = null;
}
}
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.limit !== undefined){
let data7 = data.limit;
const _errs27 = errors;
if(errors === _errs27){
if(data7 && typeof data7 == "object" && !Array.isArray(data7)){
const _errs29 = errors;
for(const key4 in data7){
if(!((key4 === "attempt") || (key4 === "duration"))){
validate381.errors = [{instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key4}}];
return false;
break;
}
}
if(_errs29 === errors){
if(data7.attempt !== undefined){
let data8 = data7.attempt;
const _errs30 = errors;
if(errors === _errs30){
if(data8 && typeof data8 == "object" && !Array.isArray(data8)){
const _errs32 = errors;
for(const key5 in data8){
if(!((key5 === "count") || (key5 === "duration"))){
validate381.errors = [{instancePath:instancePath+"/limit/attempt",schemaPath:"#/properties/limit/properties/attempt/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key5}}];
return false;
break;
}
}
if(_errs32 === errors){
if(data8.count !== undefined){
let data9 = data8.count;
const _errs33 = errors;
if(!((typeof data9 == "number") && (!(data9 % 1) && !isNaN(data9)))){
validate381.errors = [{instancePath:instancePath+"/limit/attempt/count",schemaPath:"#/properties/limit/properties/attempt/properties/count/type",keyword:"type",params:{type: "integer"}}];
return false;
}
var valid6 = _errs33 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data8.duration !== undefined){
const _errs35 = errors;
if(!(validate151(data8.duration, {instancePath:instancePath+"/limit/attempt/duration",parentData:data8,parentDataProperty:"duration",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate151.errors : vErrors.concat(validate151.errors);
errors = vErrors.length;
}
var valid6 = _errs35 === errors;
}
else {
var valid6 = true;
}
}
}
}
else {
validate381.errors = [{instancePath:instancePath+"/limit/attempt",schemaPath:"#/properties/limit/properties/attempt/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid5 = _errs30 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data7.duration !== undefined){
const _errs36 = errors;
if(!(validate151(data7.duration, {instancePath:instancePath+"/limit/duration",parentData:data7,parentDataProperty:"duration",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate151.errors : vErrors.concat(validate151.errors);
errors = vErrors.length;
}
var valid5 = _errs36 === errors;
}
else {
var valid5 = true;
}
}
}
}
else {
validate381.errors = [{instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid0 = _errs27 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.jitter !== undefined){
let data12 = data.jitter;
const _errs37 = errors;
if(errors === _errs37){
if(data12 && typeof data12 == "object" && !Array.isArray(data12)){
let missing3;
if(((data12.from === undefined) && (missing3 = "from")) || ((data12.to === undefined) && (missing3 = "to"))){
validate381.errors = [{instancePath:instancePath+"/jitter",schemaPath:"#/properties/jitter/required",keyword:"required",params:{missingProperty: missing3}}];
return false;
}
else {
const _errs39 = errors;
for(const key6 in data12){
if(!((key6 === "from") || (key6 === "to"))){
validate381.errors = [{instancePath:instancePath+"/jitter",schemaPath:"#/properties/jitter/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key6}}];
return false;
break;
}
}
if(_errs39 === errors){
if(data12.from !== undefined){
const _errs40 = errors;
if(!(validate151(data12.from, {instancePath:instancePath+"/jitter/from",parentData:data12,parentDataProperty:"from",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate151.errors : vErrors.concat(validate151.errors);
errors = vErrors.length;
}
var valid7 = _errs40 === errors;
}
else {
var valid7 = true;
}
if(valid7){
if(data12.to !== undefined){
const _errs41 = errors;
if(!(validate151(data12.to, {instancePath:instancePath+"/jitter/to",parentData:data12,parentDataProperty:"to",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate151.errors : vErrors.concat(validate151.errors);
errors = vErrors.length;
}
var valid7 = _errs41 === errors;
}
else {
var valid7 = true;
}
}
}
}
}
else {
validate381.errors = [{instancePath:instancePath+"/jitter",schemaPath:"#/properties/jitter/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid0 = _errs37 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
else {
validate381.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate381.errors = vErrors;
return errors === 0;
}
validate381.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate380(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate380.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.try === undefined) && (missing0 = "try")) || ((data.catch === undefined) && (missing0 = "catch"))){
validate380.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(func3.call(schema98.properties, key0))){
validate380.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.try !== undefined){
const _errs2 = errors;
if(!(wrapper0.validate(data.try, {instancePath:instancePath+"/try",parentData:data,parentDataProperty:"try",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? wrapper0.validate.errors : vErrors.concat(wrapper0.validate.errors);
errors = vErrors.length;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.catch !== undefined){
let data1 = data.catch;
const _errs3 = errors;
if(errors === _errs3){
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
const _errs5 = errors;
for(const key1 in data1){
if(!(((((((key1 === "errors") || (key1 === "as")) || (key1 === "when")) || (key1 === "exceptWhen")) || (key1 === "retry")) || (key1 === "do")) || (key1 === "then"))){
validate380.errors = [{instancePath:instancePath+"/catch",schemaPath:"#/properties/catch/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1}}];
return false;
break;
}
}
if(_errs5 === errors){
if(data1.errors !== undefined){
let data2 = data1.errors;
const _errs6 = errors;
if(errors === _errs6){
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
if(data2.with !== undefined){
let data3 = data2.with;
const _errs8 = errors;
if(errors === _errs8){
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
if(Object.keys(data3).length < 1){
validate380.errors = [{instancePath:instancePath+"/catch/errors/with",schemaPath:"#/properties/catch/properties/errors/properties/with/minProperties",keyword:"minProperties",params:{limit: 1}}];
return false;
}
else {
if(data3.type !== undefined){
const _errs10 = errors;
if(typeof data3.type !== "string"){
validate380.errors = [{instancePath:instancePath+"/catch/errors/with/type",schemaPath:"#/properties/catch/properties/errors/properties/with/properties/type/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid3 = _errs10 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data3.status !== undefined){
let data5 = data3.status;
const _errs12 = errors;
if(!((typeof data5 == "number") && (!(data5 % 1) && !isNaN(data5)))){
validate380.errors = [{instancePath:instancePath+"/catch/errors/with/status",schemaPath:"#/properties/catch/properties/errors/properties/with/properties/status/type",keyword:"type",params:{type: "integer"}}];
return false;
}
var valid3 = _errs12 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data3.instance !== undefined){
const _errs14 = errors;
if(typeof data3.instance !== "string"){
validate380.errors = [{instancePath:instancePath+"/catch/errors/with/instance",schemaPath:"#/properties/catch/properties/errors/properties/with/properties/instance/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid3 = _errs14 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data3.title !== undefined){
const _errs16 = errors;
if(typeof data3.title !== "string"){
validate380.errors = [{instancePath:instancePath+"/catch/errors/with/title",schemaPath:"#/properties/catch/properties/errors/properties/with/properties/title/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid3 = _errs16 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data3.detail !== undefined){
const _errs18 = errors;
if(typeof data3.detail !== "string"){
validate380.errors = [{instancePath:instancePath+"/catch/errors/with/detail",schemaPath:"#/properties/catch/properties/errors/properties/with/properties/detail/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid3 = _errs18 === errors;
}
else {
var valid3 = true;
}
}
}
}
}
}
}
else {
validate380.errors = [{instancePath:instancePath+"/catch/errors/with",schemaPath:"#/properties/catch/properties/errors/properties/with/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
}
}
else {
validate380.errors = [{instancePath:instancePath+"/catch/errors",schemaPath:"#/properties/catch/properties/errors/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid1 = _errs6 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.as !== undefined){
let data9 = data1.as;
const _errs20 = errors;
if(errors === _errs20){
if(typeof data9 === "string"){
if(func1(data9) < 1){
validate380.errors = [{instancePath:instancePath+"/catch/as",schemaPath:"#/properties/catch/properties/as/minLength",keyword:"minLength",params:{limit: 1}}];
return false;
}
}
else {
validate380.errors = [{instancePath:instancePath+"/catch/as",schemaPath:"#/properties/catch/properties/as/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid1 = _errs20 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.when !== undefined){
let data10 = data1.when;
const _errs22 = errors;
if(errors === _errs22){
if(typeof data10 === "string"){
if(func1(data10) < 1){
validate380.errors = [{instancePath:instancePath+"/catch/when",schemaPath:"#/properties/catch/properties/when/minLength",keyword:"minLength",params:{limit: 1}}];
return false;
}
}
else {
validate380.errors = [{instancePath:instancePath+"/catch/when",schemaPath:"#/properties/catch/properties/when/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid1 = _errs22 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.exceptWhen !== undefined){
let data11 = data1.exceptWhen;
const _errs24 = errors;
if(errors === _errs24){
if(typeof data11 === "string"){
if(func1(data11) < 1){
validate380.errors = [{instancePath:instancePath+"/catch/exceptWhen",schemaPath:"#/properties/catch/properties/exceptWhen/minLength",keyword:"minLength",params:{limit: 1}}];
return false;
}
}
else {
validate380.errors = [{instancePath:instancePath+"/catch/exceptWhen",schemaPath:"#/properties/catch/properties/exceptWhen/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid1 = _errs24 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.retry !== undefined){
let data12 = data1.retry;
const _errs26 = errors;
const _errs27 = errors;
let valid4 = false;
let passing0 = null;
const _errs28 = errors;
if(!(validate381(data12, {instancePath:instancePath+"/catch/retry",parentData:data1,parentDataProperty:"retry",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate381.errors : vErrors.concat(validate381.errors);
errors = vErrors.length;
}
var _valid0 = _errs28 === errors;
if(_valid0){
valid4 = true;
passing0 = 0;
}
const _errs29 = errors;
if(errors === _errs29){
if(typeof data12 === "string"){
if(func1(data12) < 1){
const err0 = {instancePath:instancePath+"/catch/retry",schemaPath:"#/properties/catch/properties/retry/oneOf/1/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
else {
const err1 = {instancePath:instancePath+"/catch/retry",schemaPath:"#/properties/catch/properties/retry/oneOf/1/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
var _valid0 = _errs29 === errors;
if(_valid0 && valid4){
valid4 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid4 = true;
passing0 = 1;
}
}
if(!valid4){
const err2 = {instancePath:instancePath+"/catch/retry",schemaPath:"#/properties/catch/properties/retry/oneOf",keyword:"oneOf",params:{passingSchemas: passing0}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
validate380.errors = vErrors;
return false;
}
else {
errors = _errs27;
if(vErrors !== null){
if(_errs27){
vErrors.length = _errs27;
}
else {
vErrors = null;
}
}
}
var valid1 = _errs26 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.do !== undefined){
const _errs31 = errors;
if(!(wrapper0.validate(data1.do, {instancePath:instancePath+"/catch/do",parentData:data1,parentDataProperty:"do",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? wrapper0.validate.errors : vErrors.concat(wrapper0.validate.errors);
errors = vErrors.length;
}
var valid1 = _errs31 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.then !== undefined){
const _errs32 = errors;
if(!(validate370(data1.then, {instancePath:instancePath+"/catch/then",parentData:data1,parentDataProperty:"then",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate370.errors : vErrors.concat(validate370.errors);
errors = vErrors.length;
}
var valid1 = _errs32 === errors;
}
else {
var valid1 = true;
}
}
}
}
}
}
}
}
}
else {
validate380.errors = [{instancePath:instancePath+"/catch",schemaPath:"#/properties/catch/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.if !== undefined){
const _errs33 = errors;
if(!(validate138(data.if, {instancePath:instancePath+"/if",parentData:data,parentDataProperty:"if",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate138.errors : vErrors.concat(validate138.errors);
errors = vErrors.length;
}
var valid0 = _errs33 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.input !== undefined){
const _errs34 = errors;
if(!(validate140(data.input, {instancePath:instancePath+"/input",parentData:data,parentDataProperty:"input",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate140.errors : vErrors.concat(validate140.errors);
errors = vErrors.length;
}
var valid0 = _errs34 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.output !== undefined){
const _errs35 = errors;
if(!(validate143(data.output, {instancePath:instancePath+"/output",parentData:data,parentDataProperty:"output",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate143.errors : vErrors.concat(validate143.errors);
errors = vErrors.length;
}
var valid0 = _errs35 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.export !== undefined){
const _errs36 = errors;
if(!(validate146(data.export, {instancePath:instancePath+"/export",parentData:data,parentDataProperty:"export",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate146.errors : vErrors.concat(validate146.errors);
errors = vErrors.length;
}
var valid0 = _errs36 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.timeout !== undefined){
const _errs37 = errors;
if(!(validate149(data.timeout, {instancePath:instancePath+"/timeout",parentData:data,parentDataProperty:"timeout",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate149.errors : vErrors.concat(validate149.errors);
errors = vErrors.length;
}
var valid0 = _errs37 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.then !== undefined){
const _errs38 = errors;
if(!(validate155(data.then, {instancePath:instancePath+"/then",parentData:data,parentDataProperty:"then",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate155.errors : vErrors.concat(validate155.errors);
errors = vErrors.length;
}
var valid0 = _errs38 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.metadata !== undefined){
const _errs39 = errors;
if(!(validate157(data.metadata, {instancePath:instancePath+"/metadata",parentData:data,parentDataProperty:"metadata",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate157.errors : vErrors.concat(validate157.errors);
errors = vErrors.length;
}
var valid0 = _errs39 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate380.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate380.errors = vErrors;
return errors === 0;
}
validate380.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema100 = {"type":"object","required":["wait"],"additionalProperties":false,"properties":{"wait":{"$ref":"#/$defs/duration"},"if":{"$ref":"#/$defs/taskIf"},"input":{"$ref":"#/$defs/taskInput"},"output":{"$ref":"#/$defs/taskOutput"},"export":{"$ref":"#/$defs/taskExport"},"timeout":{"$ref":"#/$defs/taskTimeout"},"then":{"$ref":"#/$defs/taskThen"},"metadata":{"$ref":"#/$defs/taskMetadata"}}};

function validate397(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate397.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.wait === undefined) && (missing0 = "wait")){
validate397.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((((((((key0 === "wait") || (key0 === "if")) || (key0 === "input")) || (key0 === "output")) || (key0 === "export")) || (key0 === "timeout")) || (key0 === "then")) || (key0 === "metadata"))){
validate397.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.wait !== undefined){
const _errs2 = errors;
if(!(validate151(data.wait, {instancePath:instancePath+"/wait",parentData:data,parentDataProperty:"wait",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate151.errors : vErrors.concat(validate151.errors);
errors = vErrors.length;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.if !== undefined){
const _errs3 = errors;
if(!(validate138(data.if, {instancePath:instancePath+"/if",parentData:data,parentDataProperty:"if",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate138.errors : vErrors.concat(validate138.errors);
errors = vErrors.length;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.input !== undefined){
const _errs4 = errors;
if(!(validate140(data.input, {instancePath:instancePath+"/input",parentData:data,parentDataProperty:"input",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate140.errors : vErrors.concat(validate140.errors);
errors = vErrors.length;
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.output !== undefined){
const _errs5 = errors;
if(!(validate143(data.output, {instancePath:instancePath+"/output",parentData:data,parentDataProperty:"output",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate143.errors : vErrors.concat(validate143.errors);
errors = vErrors.length;
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.export !== undefined){
const _errs6 = errors;
if(!(validate146(data.export, {instancePath:instancePath+"/export",parentData:data,parentDataProperty:"export",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate146.errors : vErrors.concat(validate146.errors);
errors = vErrors.length;
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.timeout !== undefined){
const _errs7 = errors;
if(!(validate149(data.timeout, {instancePath:instancePath+"/timeout",parentData:data,parentDataProperty:"timeout",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate149.errors : vErrors.concat(validate149.errors);
errors = vErrors.length;
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.then !== undefined){
const _errs8 = errors;
if(!(validate155(data.then, {instancePath:instancePath+"/then",parentData:data,parentDataProperty:"then",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate155.errors : vErrors.concat(validate155.errors);
errors = vErrors.length;
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.metadata !== undefined){
const _errs9 = errors;
if(!(validate157(data.metadata, {instancePath:instancePath+"/metadata",parentData:data,parentDataProperty:"metadata",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate157.errors : vErrors.concat(validate157.errors);
errors = vErrors.length;
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
}
else {
validate397.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate397.errors = vErrors;
return errors === 0;
}
validate397.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate123(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate123.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs0 = errors;
let valid0 = false;
let passing0 = null;
const _errs1 = errors;
if(!(validate124(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate124.errors : vErrors.concat(validate124.errors);
errors = vErrors.length;
}
else {
var props0 = validate124.evaluated.props;
}
var _valid0 = _errs1 === errors;
if(_valid0){
valid0 = true;
passing0 = 0;
}
const _errs2 = errors;
if(!(validate241(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate241.errors : vErrors.concat(validate241.errors);
errors = vErrors.length;
}
var _valid0 = _errs2 === errors;
if(_valid0 && valid0){
valid0 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid0 = true;
passing0 = 1;
if(props0 !== true){
props0 = true;
}
}
const _errs3 = errors;
if(!(validate250(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate250.errors : vErrors.concat(validate250.errors);
errors = vErrors.length;
}
var _valid0 = _errs3 === errors;
if(_valid0 && valid0){
valid0 = false;
passing0 = [passing0, 2];
}
else {
if(_valid0){
valid0 = true;
passing0 = 2;
if(props0 !== true){
props0 = true;
}
}
const _errs4 = errors;
if(!(validate261(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate261.errors : vErrors.concat(validate261.errors);
errors = vErrors.length;
}
var _valid0 = _errs4 === errors;
if(_valid0 && valid0){
valid0 = false;
passing0 = [passing0, 3];
}
else {
if(_valid0){
valid0 = true;
passing0 = 3;
if(props0 !== true){
props0 = true;
}
}
const _errs5 = errors;
if(!(validate270(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate270.errors : vErrors.concat(validate270.errors);
errors = vErrors.length;
}
var _valid0 = _errs5 === errors;
if(_valid0 && valid0){
valid0 = false;
passing0 = [passing0, 4];
}
else {
if(_valid0){
valid0 = true;
passing0 = 4;
if(props0 !== true){
props0 = true;
}
}
const _errs6 = errors;
if(!(validate279(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate279.errors : vErrors.concat(validate279.errors);
errors = vErrors.length;
}
var _valid0 = _errs6 === errors;
if(_valid0 && valid0){
valid0 = false;
passing0 = [passing0, 5];
}
else {
if(_valid0){
valid0 = true;
passing0 = 5;
if(props0 !== true){
props0 = true;
}
}
const _errs7 = errors;
if(!(validate304(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate304.errors : vErrors.concat(validate304.errors);
errors = vErrors.length;
}
var _valid0 = _errs7 === errors;
if(_valid0 && valid0){
valid0 = false;
passing0 = [passing0, 6];
}
else {
if(_valid0){
valid0 = true;
passing0 = 6;
if(props0 !== true){
props0 = true;
}
}
const _errs8 = errors;
if(!(validate314(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate314.errors : vErrors.concat(validate314.errors);
errors = vErrors.length;
}
var _valid0 = _errs8 === errors;
if(_valid0 && valid0){
valid0 = false;
passing0 = [passing0, 7];
}
else {
if(_valid0){
valid0 = true;
passing0 = 7;
if(props0 !== true){
props0 = true;
}
}
const _errs9 = errors;
if(!(validate360(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate360.errors : vErrors.concat(validate360.errors);
errors = vErrors.length;
}
var _valid0 = _errs9 === errors;
if(_valid0 && valid0){
valid0 = false;
passing0 = [passing0, 8];
}
else {
if(_valid0){
valid0 = true;
passing0 = 8;
if(props0 !== true){
props0 = true;
}
}
const _errs10 = errors;
if(!(validate369(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate369.errors : vErrors.concat(validate369.errors);
errors = vErrors.length;
}
var _valid0 = _errs10 === errors;
if(_valid0 && valid0){
valid0 = false;
passing0 = [passing0, 9];
}
else {
if(_valid0){
valid0 = true;
passing0 = 9;
if(props0 !== true){
props0 = true;
}
}
const _errs11 = errors;
if(!(validate380(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate380.errors : vErrors.concat(validate380.errors);
errors = vErrors.length;
}
var _valid0 = _errs11 === errors;
if(_valid0 && valid0){
valid0 = false;
passing0 = [passing0, 10];
}
else {
if(_valid0){
valid0 = true;
passing0 = 10;
if(props0 !== true){
props0 = true;
}
}
const _errs12 = errors;
if(!(validate397(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate397.errors : vErrors.concat(validate397.errors);
errors = vErrors.length;
}
var _valid0 = _errs12 === errors;
if(_valid0 && valid0){
valid0 = false;
passing0 = [passing0, 11];
}
else {
if(_valid0){
valid0 = true;
passing0 = 11;
if(props0 !== true){
props0 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
if(!valid0){
const err0 = {instancePath,schemaPath:"#/oneOf",keyword:"oneOf",params:{passingSchemas: passing0}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
validate123.errors = vErrors;
return false;
}
else {
errors = _errs0;
if(vErrors !== null){
if(_errs0){
vErrors.length = _errs0;
}
else {
vErrors = null;
}
}
}
validate123.errors = vErrors;
evaluated0.props = props0;
return errors === 0;
}
validate123.evaluated = {"dynamicProps":true,"dynamicItems":false};


function validate122(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate122.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(Array.isArray(data)){
var valid0 = true;
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
let data0 = data[i0];
const _errs1 = errors;
if(errors === _errs1){
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(Object.keys(data0).length > 1){
validate122.errors = [{instancePath:instancePath+"/" + i0,schemaPath:"#/items/maxProperties",keyword:"maxProperties",params:{limit: 1}}];
return false;
}
else {
if(Object.keys(data0).length < 1){
validate122.errors = [{instancePath:instancePath+"/" + i0,schemaPath:"#/items/minProperties",keyword:"minProperties",params:{limit: 1}}];
return false;
}
else {
for(const key0 in data0){
const _errs4 = errors;
if(!(validate123(data0[key0], {instancePath:instancePath+"/" + i0+"/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),parentData:data0,parentDataProperty:key0,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate123.errors : vErrors.concat(validate123.errors);
errors = vErrors.length;
}
var valid1 = _errs4 === errors;
if(!valid1){
break;
}
}
}
}
}
else {
validate122.errors = [{instancePath:instancePath+"/" + i0,schemaPath:"#/items/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid0 = _errs1 === errors;
if(!valid0){
break;
}
}
}
else {
validate122.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
validate122.errors = vErrors;
return errors === 0;
}
validate122.evaluated = {"items":true,"dynamicProps":false,"dynamicItems":false};


function validate121(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate121.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.extend === undefined) && (missing0 = "extend")){
validate121.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((((key0 === "extend") || (key0 === "when")) || (key0 === "before")) || (key0 === "after"))){
validate121.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.extend !== undefined){
let data0 = data.extend;
const _errs2 = errors;
if(typeof data0 !== "string"){
validate121.errors = [{instancePath:instancePath+"/extend",schemaPath:"#/properties/extend/type",keyword:"type",params:{type: "string"}}];
return false;
}
if(!((((((((((((data0 === "call") || (data0 === "composite")) || (data0 === "emit")) || (data0 === "for")) || (data0 === "listen")) || (data0 === "raise")) || (data0 === "run")) || (data0 === "set")) || (data0 === "switch")) || (data0 === "try")) || (data0 === "wait")) || (data0 === "all"))){
validate121.errors = [{instancePath:instancePath+"/extend",schemaPath:"#/properties/extend/enum",keyword:"enum",params:{allowedValues: schema44.properties.extend.enum}}];
return false;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.when !== undefined){
let data1 = data.when;
const _errs4 = errors;
if(errors === _errs4){
if(typeof data1 === "string"){
if(func1(data1) < 1){
validate121.errors = [{instancePath:instancePath+"/when",schemaPath:"#/properties/when/minLength",keyword:"minLength",params:{limit: 1}}];
return false;
}
}
else {
validate121.errors = [{instancePath:instancePath+"/when",schemaPath:"#/properties/when/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.before !== undefined){
const _errs6 = errors;
if(!(validate122(data.before, {instancePath:instancePath+"/before",parentData:data,parentDataProperty:"before",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate122.errors : vErrors.concat(validate122.errors);
errors = vErrors.length;
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.after !== undefined){
const _errs7 = errors;
if(!(validate122(data.after, {instancePath:instancePath+"/after",parentData:data,parentDataProperty:"after",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate122.errors : vErrors.concat(validate122.errors);
errors = vErrors.length;
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
else {
validate121.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate121.errors = vErrors;
return errors === 0;
}
validate121.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema101 = {"type":"object","required":["endpoint"],"additionalProperties":false,"properties":{"endpoint":{"$ref":"#/$defs/endpoint"}}};

function validate414(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate414.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.endpoint === undefined) && (missing0 = "endpoint")){
validate414.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(key0 === "endpoint")){
validate414.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.endpoint !== undefined){
if(!(validate56(data.endpoint, {instancePath:instancePath+"/endpoint",parentData:data,parentDataProperty:"endpoint",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate56.errors : vErrors.concat(validate56.errors);
errors = vErrors.length;
}
}
}
}
}
else {
validate414.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate414.errors = vErrors;
return errors === 0;
}
validate414.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate418(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate418.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs0 = errors;
let valid0 = false;
let passing0 = null;
const _errs1 = errors;
if(!(validate150(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate150.errors : vErrors.concat(validate150.errors);
errors = vErrors.length;
}
var _valid0 = _errs1 === errors;
if(_valid0){
valid0 = true;
passing0 = 0;
var props0 = true;
}
const _errs2 = errors;
if(errors === _errs2){
if(typeof data === "string"){
if(func1(data) < 1){
const err0 = {instancePath,schemaPath:"#/oneOf/1/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
else {
const err1 = {instancePath,schemaPath:"#/oneOf/1/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
var _valid0 = _errs2 === errors;
if(_valid0 && valid0){
valid0 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid0 = true;
passing0 = 1;
}
}
if(!valid0){
const err2 = {instancePath,schemaPath:"#/oneOf",keyword:"oneOf",params:{passingSchemas: passing0}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
validate418.errors = vErrors;
return false;
}
else {
errors = _errs0;
if(vErrors !== null){
if(_errs0){
vErrors.length = _errs0;
}
else {
vErrors = null;
}
}
}
validate418.errors = vErrors;
evaluated0.props = props0;
return errors === 0;
}
validate418.evaluated = {"dynamicProps":true,"dynamicItems":false};


function validate52(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="flow.json" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate52.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.document === undefined) && (missing0 = "document")) || ((data.do === undefined) && (missing0 = "do"))){
validate52.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((((((((key0 === "document") || (key0 === "input")) || (key0 === "use")) || (key0 === "do")) || (key0 === "timeout")) || (key0 === "output")) || (key0 === "schedule")) || (key0 === "evaluate"))){
validate52.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.document !== undefined){
let data0 = data.document;
const _errs2 = errors;
if(errors === _errs2){
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
let missing1;
if(((((data0.dsl === undefined) && (missing1 = "dsl")) || ((data0.namespace === undefined) && (missing1 = "namespace"))) || ((data0.name === undefined) && (missing1 = "name"))) || ((data0.version === undefined) && (missing1 = "version"))){
validate52.errors = [{instancePath:instancePath+"/document",schemaPath:"#/properties/document/required",keyword:"required",params:{missingProperty: missing1}}];
return false;
}
else {
const _errs4 = errors;
for(const key1 in data0){
if(!((((((((key1 === "dsl") || (key1 === "namespace")) || (key1 === "name")) || (key1 === "version")) || (key1 === "title")) || (key1 === "summary")) || (key1 === "tags")) || (key1 === "metadata"))){
validate52.errors = [{instancePath:instancePath+"/document",schemaPath:"#/properties/document/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1}}];
return false;
break;
}
}
if(_errs4 === errors){
if(data0.dsl !== undefined){
let data1 = data0.dsl;
const _errs5 = errors;
if(errors === _errs5){
if(typeof data1 === "string"){
if(!pattern3.test(data1)){
validate52.errors = [{instancePath:instancePath+"/document/dsl",schemaPath:"#/properties/document/properties/dsl/pattern",keyword:"pattern",params:{pattern: "^1\\.0\\.(0|[1-9]\\d*)(-[0-9A-Za-z-]+(\\.[0-9A-Za-z-]+)*)?(\\+[0-9A-Za-z-]+(\\.[0-9A-Za-z-]+)*)?$"}}];
return false;
}
}
else {
validate52.errors = [{instancePath:instancePath+"/document/dsl",schemaPath:"#/properties/document/properties/dsl/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid1 = _errs5 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.namespace !== undefined){
let data2 = data0.namespace;
const _errs7 = errors;
if(errors === _errs7){
if(typeof data2 === "string"){
if(!pattern4.test(data2)){
validate52.errors = [{instancePath:instancePath+"/document/namespace",schemaPath:"#/properties/document/properties/namespace/pattern",keyword:"pattern",params:{pattern: "^[a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?$"}}];
return false;
}
}
else {
validate52.errors = [{instancePath:instancePath+"/document/namespace",schemaPath:"#/properties/document/properties/namespace/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid1 = _errs7 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.name !== undefined){
let data3 = data0.name;
const _errs9 = errors;
if(errors === _errs9){
if(typeof data3 === "string"){
if(!pattern4.test(data3)){
validate52.errors = [{instancePath:instancePath+"/document/name",schemaPath:"#/properties/document/properties/name/pattern",keyword:"pattern",params:{pattern: "^[a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?$"}}];
return false;
}
}
else {
validate52.errors = [{instancePath:instancePath+"/document/name",schemaPath:"#/properties/document/properties/name/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid1 = _errs9 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.version !== undefined){
let data4 = data0.version;
const _errs11 = errors;
if(errors === _errs11){
if(typeof data4 === "string"){
if(!pattern6.test(data4)){
validate52.errors = [{instancePath:instancePath+"/document/version",schemaPath:"#/properties/document/properties/version/pattern",keyword:"pattern",params:{pattern: "^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(-[0-9A-Za-z-]+(\\.[0-9A-Za-z-]+)*)?(\\+[0-9A-Za-z-]+(\\.[0-9A-Za-z-]+)*)?$"}}];
return false;
}
}
else {
validate52.errors = [{instancePath:instancePath+"/document/version",schemaPath:"#/properties/document/properties/version/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid1 = _errs11 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.title !== undefined){
const _errs13 = errors;
if(typeof data0.title !== "string"){
validate52.errors = [{instancePath:instancePath+"/document/title",schemaPath:"#/properties/document/properties/title/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid1 = _errs13 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.summary !== undefined){
const _errs15 = errors;
if(typeof data0.summary !== "string"){
validate52.errors = [{instancePath:instancePath+"/document/summary",schemaPath:"#/properties/document/properties/summary/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid1 = _errs15 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.tags !== undefined){
let data7 = data0.tags;
const _errs17 = errors;
if(errors === _errs17){
if(data7 && typeof data7 == "object" && !Array.isArray(data7)){
}
else {
validate52.errors = [{instancePath:instancePath+"/document/tags",schemaPath:"#/properties/document/properties/tags/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid1 = _errs17 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.metadata !== undefined){
let data8 = data0.metadata;
const _errs20 = errors;
if(errors === _errs20){
if(data8 && typeof data8 == "object" && !Array.isArray(data8)){
}
else {
validate52.errors = [{instancePath:instancePath+"/document/metadata",schemaPath:"#/properties/document/properties/metadata/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid1 = _errs20 === errors;
}
else {
var valid1 = true;
}
}
}
}
}
}
}
}
}
}
}
else {
validate52.errors = [{instancePath:instancePath+"/document",schemaPath:"#/properties/document/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.input !== undefined){
const _errs23 = errors;
if(!(validate53(data.input, {instancePath:instancePath+"/input",parentData:data,parentDataProperty:"input",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate53.errors : vErrors.concat(validate53.errors);
errors = vErrors.length;
}
var valid0 = _errs23 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.use !== undefined){
let data10 = data.use;
const _errs24 = errors;
if(errors === _errs24){
if(data10 && typeof data10 == "object" && !Array.isArray(data10)){
const _errs26 = errors;
for(const key2 in data10){
if(!((((((((key2 === "authentications") || (key2 === "errors")) || (key2 === "extensions")) || (key2 === "functions")) || (key2 === "retries")) || (key2 === "secrets")) || (key2 === "timeouts")) || (key2 === "catalogs"))){
validate52.errors = [{instancePath:instancePath+"/use",schemaPath:"#/properties/use/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2}}];
return false;
break;
}
}
if(_errs26 === errors){
if(data10.authentications !== undefined){
let data11 = data10.authentications;
const _errs27 = errors;
if(errors === _errs27){
if(data11 && typeof data11 == "object" && !Array.isArray(data11)){
for(const key3 in data11){
const _errs30 = errors;
if(!(validate112(data11[key3], {instancePath:instancePath+"/use/authentications/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"),parentData:data11,parentDataProperty:key3,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate112.errors : vErrors.concat(validate112.errors);
errors = vErrors.length;
}
var valid3 = _errs30 === errors;
if(!valid3){
break;
}
}
}
else {
validate52.errors = [{instancePath:instancePath+"/use/authentications",schemaPath:"#/properties/use/properties/authentications/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid2 = _errs27 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data10.errors !== undefined){
let data13 = data10.errors;
const _errs31 = errors;
if(errors === _errs31){
if(data13 && typeof data13 == "object" && !Array.isArray(data13)){
for(const key4 in data13){
const _errs34 = errors;
if(!(validate119(data13[key4], {instancePath:instancePath+"/use/errors/" + key4.replace(/~/g, "~0").replace(/\//g, "~1"),parentData:data13,parentDataProperty:key4,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate119.errors : vErrors.concat(validate119.errors);
errors = vErrors.length;
}
var valid4 = _errs34 === errors;
if(!valid4){
break;
}
}
}
else {
validate52.errors = [{instancePath:instancePath+"/use/errors",schemaPath:"#/properties/use/properties/errors/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid2 = _errs31 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data10.extensions !== undefined){
let data15 = data10.extensions;
const _errs35 = errors;
if(errors === _errs35){
if(Array.isArray(data15)){
var valid5 = true;
const len0 = data15.length;
for(let i0=0; i0<len0; i0++){
let data16 = data15[i0];
const _errs37 = errors;
if(errors === _errs37){
if(data16 && typeof data16 == "object" && !Array.isArray(data16)){
if(Object.keys(data16).length > 1){
validate52.errors = [{instancePath:instancePath+"/use/extensions/" + i0,schemaPath:"#/properties/use/properties/extensions/items/maxProperties",keyword:"maxProperties",params:{limit: 1}}];
return false;
}
else {
if(Object.keys(data16).length < 1){
validate52.errors = [{instancePath:instancePath+"/use/extensions/" + i0,schemaPath:"#/properties/use/properties/extensions/items/minProperties",keyword:"minProperties",params:{limit: 1}}];
return false;
}
else {
for(const key5 in data16){
const _errs40 = errors;
if(!(validate121(data16[key5], {instancePath:instancePath+"/use/extensions/" + i0+"/" + key5.replace(/~/g, "~0").replace(/\//g, "~1"),parentData:data16,parentDataProperty:key5,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate121.errors : vErrors.concat(validate121.errors);
errors = vErrors.length;
}
var valid6 = _errs40 === errors;
if(!valid6){
break;
}
}
}
}
}
else {
validate52.errors = [{instancePath:instancePath+"/use/extensions/" + i0,schemaPath:"#/properties/use/properties/extensions/items/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid5 = _errs37 === errors;
if(!valid5){
break;
}
}
}
else {
validate52.errors = [{instancePath:instancePath+"/use/extensions",schemaPath:"#/properties/use/properties/extensions/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
var valid2 = _errs35 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data10.functions !== undefined){
let data18 = data10.functions;
const _errs41 = errors;
if(errors === _errs41){
if(data18 && typeof data18 == "object" && !Array.isArray(data18)){
for(const key6 in data18){
const _errs44 = errors;
if(!(validate123(data18[key6], {instancePath:instancePath+"/use/functions/" + key6.replace(/~/g, "~0").replace(/\//g, "~1"),parentData:data18,parentDataProperty:key6,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate123.errors : vErrors.concat(validate123.errors);
errors = vErrors.length;
}
var valid7 = _errs44 === errors;
if(!valid7){
break;
}
}
}
else {
validate52.errors = [{instancePath:instancePath+"/use/functions",schemaPath:"#/properties/use/properties/functions/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid2 = _errs41 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data10.retries !== undefined){
let data20 = data10.retries;
const _errs45 = errors;
if(errors === _errs45){
if(data20 && typeof data20 == "object" && !Array.isArray(data20)){
for(const key7 in data20){
const _errs48 = errors;
if(!(validate381(data20[key7], {instancePath:instancePath+"/use/retries/" + key7.replace(/~/g, "~0").replace(/\//g, "~1"),parentData:data20,parentDataProperty:key7,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate381.errors : vErrors.concat(validate381.errors);
errors = vErrors.length;
}
var valid8 = _errs48 === errors;
if(!valid8){
break;
}
}
}
else {
validate52.errors = [{instancePath:instancePath+"/use/retries",schemaPath:"#/properties/use/properties/retries/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid2 = _errs45 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data10.secrets !== undefined){
let data22 = data10.secrets;
const _errs49 = errors;
if(errors === _errs49){
if(Array.isArray(data22)){
var valid9 = true;
const len1 = data22.length;
for(let i1=0; i1<len1; i1++){
const _errs51 = errors;
if(typeof data22[i1] !== "string"){
validate52.errors = [{instancePath:instancePath+"/use/secrets/" + i1,schemaPath:"#/properties/use/properties/secrets/items/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid9 = _errs51 === errors;
if(!valid9){
break;
}
}
}
else {
validate52.errors = [{instancePath:instancePath+"/use/secrets",schemaPath:"#/properties/use/properties/secrets/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
var valid2 = _errs49 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data10.timeouts !== undefined){
let data24 = data10.timeouts;
const _errs53 = errors;
if(errors === _errs53){
if(data24 && typeof data24 == "object" && !Array.isArray(data24)){
for(const key8 in data24){
const _errs56 = errors;
if(!(validate150(data24[key8], {instancePath:instancePath+"/use/timeouts/" + key8.replace(/~/g, "~0").replace(/\//g, "~1"),parentData:data24,parentDataProperty:key8,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate150.errors : vErrors.concat(validate150.errors);
errors = vErrors.length;
}
var valid10 = _errs56 === errors;
if(!valid10){
break;
}
}
}
else {
validate52.errors = [{instancePath:instancePath+"/use/timeouts",schemaPath:"#/properties/use/properties/timeouts/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid2 = _errs53 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data10.catalogs !== undefined){
let data26 = data10.catalogs;
const _errs57 = errors;
if(errors === _errs57){
if(data26 && typeof data26 == "object" && !Array.isArray(data26)){
for(const key9 in data26){
const _errs60 = errors;
if(!(validate414(data26[key9], {instancePath:instancePath+"/use/catalogs/" + key9.replace(/~/g, "~0").replace(/\//g, "~1"),parentData:data26,parentDataProperty:key9,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate414.errors : vErrors.concat(validate414.errors);
errors = vErrors.length;
}
var valid11 = _errs60 === errors;
if(!valid11){
break;
}
}
}
else {
validate52.errors = [{instancePath:instancePath+"/use/catalogs",schemaPath:"#/properties/use/properties/catalogs/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid2 = _errs57 === errors;
}
else {
var valid2 = true;
}
}
}
}
}
}
}
}
}
}
else {
validate52.errors = [{instancePath:instancePath+"/use",schemaPath:"#/properties/use/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid0 = _errs24 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.do !== undefined){
const _errs61 = errors;
if(!(validate122(data.do, {instancePath:instancePath+"/do",parentData:data,parentDataProperty:"do",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate122.errors : vErrors.concat(validate122.errors);
errors = vErrors.length;
}
var valid0 = _errs61 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.timeout !== undefined){
const _errs62 = errors;
if(!(validate418(data.timeout, {instancePath:instancePath+"/timeout",parentData:data,parentDataProperty:"timeout",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate418.errors : vErrors.concat(validate418.errors);
errors = vErrors.length;
}
var valid0 = _errs62 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.output !== undefined){
const _errs63 = errors;
if(!(validate193(data.output, {instancePath:instancePath+"/output",parentData:data,parentDataProperty:"output",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate193.errors : vErrors.concat(validate193.errors);
errors = vErrors.length;
}
var valid0 = _errs63 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.schedule !== undefined){
let data31 = data.schedule;
const _errs64 = errors;
if(errors === _errs64){
if(data31 && typeof data31 == "object" && !Array.isArray(data31)){
const _errs66 = errors;
for(const key10 in data31){
if(!(((((key10 === "every") || (key10 === "cron")) || (key10 === "after")) || (key10 === "on")) || (key10 === "read"))){
validate52.errors = [{instancePath:instancePath+"/schedule",schemaPath:"#/properties/schedule/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key10}}];
return false;
break;
}
}
if(_errs66 === errors){
if(data31.every !== undefined){
const _errs67 = errors;
if(!(validate151(data31.every, {instancePath:instancePath+"/schedule/every",parentData:data31,parentDataProperty:"every",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate151.errors : vErrors.concat(validate151.errors);
errors = vErrors.length;
}
var valid12 = _errs67 === errors;
}
else {
var valid12 = true;
}
if(valid12){
if(data31.cron !== undefined){
let data33 = data31.cron;
const _errs68 = errors;
if(errors === _errs68){
if(typeof data33 === "string"){
if(func1(data33) < 1){
validate52.errors = [{instancePath:instancePath+"/schedule/cron",schemaPath:"#/properties/schedule/properties/cron/minLength",keyword:"minLength",params:{limit: 1}}];
return false;
}
}
else {
validate52.errors = [{instancePath:instancePath+"/schedule/cron",schemaPath:"#/properties/schedule/properties/cron/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid12 = _errs68 === errors;
}
else {
var valid12 = true;
}
if(valid12){
if(data31.after !== undefined){
const _errs70 = errors;
if(!(validate151(data31.after, {instancePath:instancePath+"/schedule/after",parentData:data31,parentDataProperty:"after",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate151.errors : vErrors.concat(validate151.errors);
errors = vErrors.length;
}
var valid12 = _errs70 === errors;
}
else {
var valid12 = true;
}
if(valid12){
if(data31.on !== undefined){
const _errs71 = errors;
if(!(validate280(data31.on, {instancePath:instancePath+"/schedule/on",parentData:data31,parentDataProperty:"on",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate280.errors : vErrors.concat(validate280.errors);
errors = vErrors.length;
}
var valid12 = _errs71 === errors;
}
else {
var valid12 = true;
}
if(valid12){
if(data31.read !== undefined){
const _errs72 = errors;
if(!(validate293(data31.read, {instancePath:instancePath+"/schedule/read",parentData:data31,parentDataProperty:"read",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate293.errors : vErrors.concat(validate293.errors);
errors = vErrors.length;
}
var valid12 = _errs72 === errors;
}
else {
var valid12 = true;
}
if(valid12){
let missing2;
if(data31.read !== undefined && ((data31.on === undefined) && (missing2 = "on"))){
validate52.errors = [{instancePath:instancePath+"/schedule",schemaPath:"#/properties/schedule/dependentRequired",keyword:"dependentRequired",params:{property: "read",
    missingProperty: missing2,
    depsCount: 1,
    deps: "on"}}];
return false;
}
}
}
}
}
}
}
}
else {
validate52.errors = [{instancePath:instancePath+"/schedule",schemaPath:"#/properties/schedule/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid0 = _errs64 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.evaluate !== undefined){
let data37 = data.evaluate;
const _errs73 = errors;
if(errors === _errs73){
if(data37 && typeof data37 == "object" && !Array.isArray(data37)){
const _errs75 = errors;
for(const key11 in data37){
if(!((key11 === "language") || (key11 === "mode"))){
validate52.errors = [{instancePath:instancePath+"/evaluate",schemaPath:"#/properties/evaluate/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key11}}];
return false;
break;
}
}
if(_errs75 === errors){
if(data37.language !== undefined){
const _errs76 = errors;
if(typeof data37.language !== "string"){
validate52.errors = [{instancePath:instancePath+"/evaluate/language",schemaPath:"#/properties/evaluate/properties/language/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid13 = _errs76 === errors;
}
else {
var valid13 = true;
}
if(valid13){
if(data37.mode !== undefined){
let data39 = data37.mode;
const _errs78 = errors;
if(typeof data39 !== "string"){
validate52.errors = [{instancePath:instancePath+"/evaluate/mode",schemaPath:"#/properties/evaluate/properties/mode/type",keyword:"type",params:{type: "string"}}];
return false;
}
if(!((data39 === "strict") || (data39 === "loose"))){
validate52.errors = [{instancePath:instancePath+"/evaluate/mode",schemaPath:"#/properties/evaluate/properties/mode/enum",keyword:"enum",params:{allowedValues: schema19.properties.evaluate.properties.mode.enum}}];
return false;
}
var valid13 = _errs78 === errors;
}
else {
var valid13 = true;
}
}
}
}
else {
validate52.errors = [{instancePath:instancePath+"/evaluate",schemaPath:"#/properties/evaluate/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid0 = _errs73 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
}
else {
validate52.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate52.errors = vErrors;
return errors === 0;
}
validate52.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

