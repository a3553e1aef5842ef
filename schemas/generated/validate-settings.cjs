// Generated from the JSON Schemas by `npm run generate`. Do not edit.
"use strict";
module.exports = validate52;
module.exports.default = validate52;
const schema19 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"settings.json","type":"object","additionalProperties":false,"properties":{"Server":{"type":"object","additionalProperties":false,"default":{},"properties":{"Host":{"type":"string","minLength":1,"default":"127.0.0.1"},"Port":{"type":"integer","minimum":0,"maximum":65535,"default":7420},"BaseUrl":{"type":"string","pattern":"^https?://[^\\s]*[^\\s/]$"},"BasePath":{"type":"string","maxLength":256,"pattern":"^(?!/(?:api|console|favicon|graphql|healthz|manual|mcp|metrics|readyz|schemas)(?:[./]|$))(?:/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)+$"},"Name":{"type":"string","minLength":1,"maxLength":60,"default":"svc"},"NodeUrl":{"type":"string","pattern":"^https?://[^\\s]*[^\\s/]$"},"Tls":{"type":"object","additionalProperties":false,"required":["Certificate","Key"],"properties":{"Certificate":{"type":"string","minLength":1},"Key":{"type":"string","minLength":1},"MinVersion":{"type":"string","enum":["TLSv1.2","TLSv1.3"],"default":"TLSv1.2"}}},"TrustedProxies":{"type":"array","items":{"type":"string","pattern":"^[0-9a-fA-F.:]+(/[0-9]{1,3})?$"},"default":[]}}},"Git":{"type":"object","additionalProperties":false,"default":{},"properties":{"Enabled":{"type":"boolean","default":true},"Remote":{"type":"string","minLength":1},"Branch":{"type":"string","minLength":1},"Path":{"type":"string","maxLength":1024,"pattern":"^(?!(?:.*/)?node_modules(?:/|$))[^./\\\\:\\s][^/\\\\]*(?:/[^./\\\\][^/\\\\]*)*$"},"PollInterval":{"type":"integer","minimum":1,"maximum":86400,"default":30},"Timeout":{"type":"integer","minimum":1,"maximum":3600,"default":30},"CaFile":{"type":"string","minLength":1},"Credentials":{"type":"object","additionalProperties":false,"default":{},"properties":{"Secret":{"type":"string","minLength":1,"pattern":"^platform/."},"Username":{"type":"string","minLength":1},"Token":{"type":"string","minLength":1,"x-secret":true},"KeyFile":{"type":"string","minLength":1},"KnownHostsFile":{"type":"string","minLength":1}}},"WebhookSecrets":{"type":"array","items":{"anyOf":[{"type":"string","pattern":"\\S","x-secret":true},{"type":"object","additionalProperties":false,"required":["Secret"],"properties":{"Secret":{"type":"string","minLength":1,"pattern":"^platform/."},"Key":{"type":"string","minLength":1}}}]},"default":[]},"Forge":{"type":"object","additionalProperties":false,"default":{},"properties":{"Type":{"type":"string","enum":["github","gitea"]},"Url":{"type":"string","pattern":"^https?://[^\\s@]+$"},"Repository":{"type":"string","pattern":"^[^/\\s]+/[^/\\s]+$"},"Token":{"type":"string","minLength":1,"x-secret":true},"Secret":{"type":"string","minLength":1,"pattern":"^platform/."}}},"StatusUrl":{"type":"string","pattern":"^https?://[^\\s@]*\\{sha\\}"},"ApplyPolicy":{"type":"string","enum":["entity","commit"],"default":"entity"},"PruneLimit":{"type":"integer","minimum":0,"maximum":100,"default":50},"ProtectedBranches":{"type":"array","items":{"type":"string","minLength":1}},"Reviews":{"type":"object","additionalProperties":false,"properties":{"required":{"type":"integer","minimum":0,"maximum":10,"default":1},"codeOwners":{"type":"boolean","default":false}},"default":{"required":0}},"ActiveBranches":{"type":"array","items":{"type":"string","minLength":1},"default":[]},"Directory":{"type":"string","minLength":1}}},"LocalOverlay":{"type":"object","additionalProperties":false,"default":{},"properties":{"Enabled":{"type":"boolean","default":false},"Directory":{"type":"string","minLength":1}}},"Database":{"type":"object","additionalProperties":false,"default":{},"properties":{"Url":{"type":"string","pattern":"^postgres(ql)?://","x-secret":true}}},"Secrets":{"type":"object","additionalProperties":false,"default":{},"properties":{"MasterKey":{"type":"string","minLength":1,"x-secret":true},"PreviousMasterKey":{"type":"string","minLength":1,"x-secret":true},"MasterKeyFile":{"type":"string","minLength":1},"Providers":{"type":"object","propertyNames":{"pattern":"^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?(/[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?)*$"},"additionalProperties":{"type":"object","additionalProperties":false,"minProperties":1,"maxProperties":1,"properties":{"Files":{"type":"object","additionalProperties":false,"required":["Folder"],"properties":{"Folder":{"type":"string","minLength":1}}},"Vault":{"type":"object","additionalProperties":false,"required":["Address","Auth"],"properties":{"Address":{"type":"string","pattern":"^https?://[^\\s@?#]+$"},"Namespace":{"type":"string","minLength":1},"Mount":{"type":"string","minLength":1,"default":"secret"},"Version":{"type":"integer","enum":[1,2],"default":2},"Path":{"type":"string","minLength":1},"CaFile":{"type":"string","minLength":1},"Auth":{"type":"object","additionalProperties":false,"minProperties":1,"maxProperties":1,"properties":{"Token":{"type":"object","additionalProperties":false,"minProperties":1,"maxProperties":1,"properties":{"File":{"type":"string","minLength":1},"Variable":{"type":"string","minLength":1,"pattern":"^[A-Za-z_][A-Za-z0-9_]*$"},"Secret":{"type":"string","minLength":1,"pattern":"^platform/."}}},"AppRole":{"type":"object","additionalProperties":false,"required":["RoleId","SecretId"],"properties":{"RoleId":{"type":"string","minLength":1},"SecretId":{"type":"object","additionalProperties":false,"minProperties":1,"maxProperties":1,"properties":{"File":{"type":"string","minLength":1},"Variable":{"type":"string","minLength":1,"pattern":"^[A-Za-z_][A-Za-z0-9_]*$"},"Secret":{"type":"string","minLength":1,"pattern":"^platform/."}}},"Mount":{"type":"string","minLength":1,"default":"approle"}}},"Kubernetes":{"type":"object","additionalProperties":false,"required":["Role"],"properties":{"Role":{"type":"string","minLength":1},"TokenFile":{"type":"string","minLength":1,"default":"/var/run/secrets/kubernetes.io/serviceaccount/token"},"Mount":{"type":"string","minLength":1,"default":"kubernetes"}}}}},"Timeout":{"type":"integer","minimum":1,"maximum":60,"default":5},"Cache":{"type":"integer","minimum":0,"maximum":3600,"default":30}}},"Kubernetes":{"type":"object","additionalProperties":false,"properties":{"Address":{"type":"string","pattern":"^https?://[^\\s@?#]+$"},"Namespace":{"type":"string","minLength":1,"pattern":"^[a-z0-9]([a-z0-9-]*[a-z0-9])?$"},"TokenFile":{"type":"string","minLength":1,"default":"/var/run/secrets/kubernetes.io/serviceaccount/token"},"CaFile":{"type":"string","minLength":1,"default":"/var/run/secrets/kubernetes.io/serviceaccount/ca.crt"},"Timeout":{"type":"integer","minimum":1,"maximum":60,"default":5},"Cache":{"type":"integer","minimum":0,"maximum":3600,"default":30}}}}},"default":{}}}},"Auth":{"type":"object","additionalProperties":false,"default":{},"properties":{"AccessTokenMinutes":{"type":"integer","minimum":1,"maximum":60,"default":15},"SessionDays":{"type":"integer","minimum":1,"maximum":365,"default":30},"Console":{"type":"object","additionalProperties":false,"default":{},"properties":{"SessionHours":{"type":"integer","minimum":1,"maximum":720,"default":24},"IdleMinutes":{"type":"integer","minimum":5,"maximum":43200,"default":480},"Passwords":{"type":"boolean","default":true}}},"Oidc":{"type":"object","required":["Issuer","Audience"],"additionalProperties":false,"properties":{"Issuer":{"type":"string","pattern":"^(https://|http://(localhost|127\\.0\\.0\\.1|\\[::1\\])([:/]|$))"},"Audience":{"type":"string","minLength":1},"NameClaim":{"type":"string","minLength":1,"default":"sub"},"RoleClaim":{"type":"string","minLength":1,"default":"roles"},"Roles":{"type":"object","additionalProperties":{"type":"string","enum":["viewer","operator","editor","admin"]}},"Clients":{"type":"object","additionalProperties":{"type":"string","enum":["person","service","agent"]}},"DefaultRole":{"type":"string","enum":["viewer","operator","editor","admin"]},"Algorithms":{"type":"array","minItems":1,"items":{"type":"string","enum":["RS256","RS384","RS512","PS256","PS384","PS512","ES256","ES384","ES512","EdDSA"]},"default":["RS256","PS256","ES256","EdDSA"]},"ClockTolerance":{"type":"integer","minimum":0,"maximum":300,"default":30},"Login":{"type":"object","required":["ClientId"],"additionalProperties":false,"properties":{"ClientId":{"type":"string","minLength":1},"Secret":{"type":"string","minLength":1,"pattern":"^platform/."},"ClientSecret":{"type":"string","minLength":1,"x-secret":true},"Title":{"type":"string","minLength":1,"maxLength":60},"Scopes":{"type":"array","items":{"type":"string","minLength":1},"default":["openid","profile","email"]}}}}}}},"Limits":{"type":"object","additionalProperties":false,"default":{},"properties":{"RequestBody":{"type":"integer","minimum":1024,"maximum":104857600,"default":1048576},"QueryDepth":{"type":"integer","minimum":3,"maximum":50,"default":12},"QueryCost":{"type":"integer","minimum":100,"maximum":1000000,"default":20000},"Subscriptions":{"type":"integer","minimum":1,"maximum":1000,"default":20},"Streams":{"type":"integer","minimum":1,"maximum":100000,"default":50},"YamlFile":{"type":"integer","minimum":1024,"maximum":16777216,"default":1048576},"YamlDepth":{"type":"integer","minimum":8,"maximum":500,"default":100},"YamlAliases":{"type":"integer","minimum":0,"maximum":10000,"default":100},"FlowInput":{"x-runtime":true,"type":"integer","minimum":1024,"maximum":8388608,"default":1048576},"TaskOutput":{"type":"integer","minimum":1024,"maximum":8388608,"default":1048576},"RunLog":{"type":"integer","minimum":1024,"maximum":1073741824,"default":10485760},"RunTasks":{"type":"integer","minimum":100,"maximum":10000000,"default":1000000},"RunJournal":{"type":"integer","minimum":65536,"maximum":1073741824,"default":67108864},"File":{"type":"integer","minimum":1024,"maximum":68719476736,"default":2147483648},"FilesPerRun":{"type":"integer","minimum":1,"maximum":100000,"default":1000},"RunNesting":{"type":"integer","minimum":1,"maximum":256,"default":32},"RunChildren":{"type":"integer","minimum":1,"maximum":1000000,"default":10000},"ListPage":{"x-runtime":true,"type":"integer","minimum":1,"maximum":1000,"default":200},"FlowDuration":{"x-runtime":true,"type":"integer","minimum":1,"maximum":3153600000,"default":86400},"ConcurrentRuns":{"type":"integer","minimum":1,"maximum":100000,"default":256},"PendingRuns":{"type":"integer","minimum":1,"maximum":10000000,"default":100000},"CallsInFlight":{"type":"integer","minimum":1,"maximum":100000,"default":1024},"Shares":{"x-runtime":true,"type":"array","maxItems":100,"default":[],"items":{"type":"object","additionalProperties":false,"required":["weight"],"minProperties":2,"properties":{"branch":{"type":"string","minLength":1,"maxLength":255},"flow":{"type":"string","minLength":1,"maxLength":255},"weight":{"type":"integer","minimum":1,"maximum":100}}}},"GitTransfer":{"type":"integer","minimum":1048576,"maximum":4294967296,"default":536870912},"RequestsPerMinute":{"x-runtime":true,"type":"integer","minimum":1,"maximum":10000000,"default":600},"WebhooksPerMinute":{"x-runtime":true,"type":"integer","minimum":1,"maximum":10000000,"default":600},"SignInsPerMinute":{"type":"integer","minimum":1,"maximum":10000,"default":10}}},"Flows":{"type":"object","additionalProperties":false,"default":{},"properties":{"Environment":{"type":"string","pattern":"^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$"},"AllowPrivateNetworks":{"type":"boolean","default":false},"TaskData":{"type":"string","enum":["all","failed","none"],"enumDescriptions":["The data of every execution of a task.","The data of executions that ended by an error.","No data of tasks."],"default":"all"},"AllowContainers":{"type":"boolean","default":false},"AllowProcesses":{"type":"boolean","default":false},"Python":{"type":"string","minLength":1}}},"Connections":{"type":"object","additionalProperties":false,"default":{},"properties":{"TestEvery":{"type":"integer","minimum":60,"maximum":86400}}},"Connectors":{"type":"object","additionalProperties":false,"default":{},"properties":{"Sql":{"type":"object","additionalProperties":false,"default":{},"properties":{"Directory":{"type":"string","minLength":1},"AllowAnyFile":{"type":"boolean","default":false}}},"Packages":{"type":"array","items":{"type":"string","minLength":1},"default":[]}}},"Files":{"type":"object","additionalProperties":false,"default":{},"properties":{"Bucket":{"type":"object","additionalProperties":false,"required":["Name","Secret"],"properties":{"Name":{"type":"string","pattern":"^[A-Za-z0-9][A-Za-z0-9._-]{1,254}$"},"Prefix":{"type":"string","pattern":"^([A-Za-z0-9!_.*'()-]+/)*$","default":"svc/"},"Region":{"type":"string","minLength":1,"default":"us-east-1"},"Endpoint":{"type":"string","pattern":"^https?://[^/?#\\s]+/?$"},"PathStyle":{"type":"boolean","default":false},"Secret":{"type":"string","minLength":1,"pattern":"^platform/."}}}}},"Backups":{"type":"object","additionalProperties":false,"default":{},"properties":{"Schedule":{"type":"string","minLength":1,"maxLength":200},"Categories":{"type":"array","minItems":1,"uniqueItems":true,"items":{"type":"string","enum":["flows","environments","connections","config","secrets","users","runs","settings"]}},"Keep":{"type":"integer","minimum":1,"maximum":10000,"default":14},"KeepDays":{"type":"integer","minimum":1,"maximum":36500,"default":90},"Directory":{"type":"string","minLength":1},"LargestUpload":{"type":"integer","minimum":1048576,"maximum":1099511627776,"default":4294967296}}},"Retention":{"type":"object","additionalProperties":false,"default":{},"properties":{"CompletedRuns":{"x-runtime":true,"type":"integer","minimum":1,"maximum":36500,"default":30},"FaultedRuns":{"x-runtime":true,"type":"integer","minimum":1,"maximum":36500,"default":90},"Events":{"x-runtime":true,"type":"integer","minimum":1,"maximum":36500,"default":30},"Audit":{"x-runtime":true,"type":"integer","minimum":1,"maximum":36500,"default":365},"Proposals":{"x-runtime":true,"type":"integer","minimum":1,"maximum":36500,"default":365},"Deliveries":{"x-runtime":true,"type":"integer","minimum":1,"maximum":36500,"default":7},"ParkedMessages":{"x-runtime":true,"type":"integer","minimum":1,"maximum":36500,"default":90},"Occurrences":{"x-runtime":true,"type":"integer","minimum":1,"maximum":36500,"default":90},"Tickets":{"x-runtime":true,"type":"integer","minimum":1,"maximum":36500,"default":365}}},"Telemetry":{"type":"object","additionalProperties":false,"default":{},"properties":{"LogLevel":{"x-runtime":true,"type":"string","enum":["silent","fatal","error","warn","info","debug","trace"],"default":"info"},"LogFile":{"type":"string","minLength":1},"PublicMetrics":{"type":"boolean","default":false},"OtlpEndpoint":{"type":"string","pattern":"^https?://[^\\s]+$"},"OtlpLogs":{"type":"boolean","default":false},"OtlpToken":{"type":"string","minLength":1,"x-secret":true}}},"Support":{"type":"object","additionalProperties":false,"default":{},"properties":{"Url":{"type":"string","pattern":"^https?://[^\\s]+$"}}},"Events":{"type":"object","additionalProperties":false,"default":{},"properties":{"Webhooks":{"type":"array","items":{"type":"object","additionalProperties":false,"required":["Url","Secret"],"properties":{"Url":{"type":"string","pattern":"^https?://[^\\s]+$"},"Secret":{"type":"string","minLength":8,"x-secret":true},"Types":{"type":"array","minItems":1,"items":{"type":"string","pattern":"^[\\w.-]*\\*?$"}}}},"default":[]}}},"Notify":{"type":"object","additionalProperties":false,"properties":{"Connection":{"type":"object","additionalProperties":false,"required":["Name","Action"],"properties":{"Name":{"type":"string","minLength":1,"maxLength":63},"Action":{"type":"string","minLength":1,"maxLength":200},"With":{"type":"object","maxProperties":50},"Environment":{"type":"string","minLength":1,"maxLength":63}}},"Webhook":{"type":"object","additionalProperties":false,"required":["Url"],"properties":{"Url":{"type":"string","pattern":"^https?://[^\\s]+$","x-secret":true},"Secret":{"type":"string","minLength":8,"x-secret":true}}},"Mail":{"type":"object","additionalProperties":false,"required":["Connection","To"],"properties":{"Connection":{"type":"string","minLength":1,"maxLength":63},"To":{"type":"array","minItems":1,"maxItems":50,"items":{"type":"string","pattern":"^[^\\s@]+@[^\\s@]+$","maxLength":254}},"From":{"type":"string","pattern":"^[^\\s@]+@[^\\s@]+$","maxLength":254},"Environment":{"type":"string","minLength":1,"maxLength":63}}},"On":{"type":"array","minItems":1,"uniqueItems":true,"items":{"type":"string","enum":["faulted","notReady","held","checks"]},"default":["faulted","notReady","held","checks"]},"Window":{"type":"integer","minimum":1,"maximum":86400,"default":900}},"default":{}},"DataDirectory":{"type":"string","minLength":1,"default":".svc"}}};
const func1 = Object.prototype.hasOwnProperty;
const func2 = require("ajv/dist/runtime/ucs2length").default;
const pattern3 = new RegExp("^https?://[^\\s]*[^\\s/]$", "u");
const pattern4 = new RegExp("^(?!/(?:api|console|favicon|graphql|healthz|manual|mcp|metrics|readyz|schemas)(?:[./]|$))(?:/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)+$", "u");
const pattern6 = new RegExp("^[0-9a-fA-F.:]+(/[0-9]{1,3})?$", "u");
const pattern7 = new RegExp("^(?!(?:.*/)?node_modules(?:/|$))[^./\\\\:\\s][^/\\\\]*(?:/[^./\\\\][^/\\\\]*)*$", "u");
const pattern8 = new RegExp("^platform/.", "u");
const pattern9 = new RegExp("\\S", "u");
const pattern11 = new RegExp("^https?://[^\\s@]+$", "u");
const pattern12 = new RegExp("^[^/\\s]+/[^/\\s]+$", "u");
const pattern14 = new RegExp("^https?://[^\\s@]*\\{sha\\}", "u");
const pattern15 = new RegExp("^postgres(ql)?://", "u");
const pattern16 = new RegExp("^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?(/[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?)*$", "u");
const pattern17 = new RegExp("^https?://[^\\s@?#]+$", "u");
const pattern18 = new RegExp("^[A-Za-z_][A-Za-z0-9_]*$", "u");
const pattern23 = new RegExp("^[a-z0-9]([a-z0-9-]*[a-z0-9])?$", "u");
const pattern24 = new RegExp("^(https://|http://(localhost|127\\.0\\.0\\.1|\\[::1\\])([:/]|$))", "u");
const pattern26 = new RegExp("^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$", "u");
const pattern27 = new RegExp("^[A-Za-z0-9][A-Za-z0-9._-]{1,254}$", "u");
const pattern28 = new RegExp("^([A-Za-z0-9!_.*'()-]+/)*$", "u");
const pattern29 = new RegExp("^https?://[^/?#\\s]+/?$", "u");
const pattern31 = new RegExp("^https?://[^\\s]+$", "u");
const pattern34 = new RegExp("^[\\w.-]*\\*?$", "u");
const pattern36 = new RegExp("^[^\\s@]+@[^\\s@]+$", "u");

function validate52(data){
/*# sourceURL="settings.json" */;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
const _errs1 = errors;
for(const key0 in data){
if(!(func1.call(schema19.properties, key0))){
return false;
break;
}
}
if(_errs1 === errors){
if(data.Server !== undefined){
let data0 = data.Server;
const _errs2 = errors;
if(errors === _errs2){
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
const _errs4 = errors;
for(const key1 in data0){
if(!((((((((key1 === "Host") || (key1 === "Port")) || (key1 === "BaseUrl")) || (key1 === "BasePath")) || (key1 === "Name")) || (key1 === "NodeUrl")) || (key1 === "Tls")) || (key1 === "TrustedProxies"))){
return false;
break;
}
}
if(_errs4 === errors){
if(data0.Host !== undefined){
let data1 = data0.Host;
const _errs5 = errors;
if(errors === _errs5){
if(typeof data1 === "string"){
if(func2(data1) < 1){
return false;
}
}
else {
return false;
}
}
var valid1 = _errs5 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.Port !== undefined){
let data2 = data0.Port;
const _errs7 = errors;
if(!((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2)))){
return false;
}
if(errors === _errs7){
if(typeof data2 == "number"){
if(data2 > 65535 || isNaN(data2)){
return false;
}
else {
if(data2 < 0 || isNaN(data2)){
return false;
}
}
}
}
var valid1 = _errs7 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.BaseUrl !== undefined){
let data3 = data0.BaseUrl;
const _errs9 = errors;
if(errors === _errs9){
if(typeof data3 === "string"){
if(!pattern3.test(data3)){
return false;
}
}
else {
return false;
}
}
var valid1 = _errs9 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.BasePath !== undefined){
let data4 = data0.BasePath;
const _errs11 = errors;
if(errors === _errs11){
if(typeof data4 === "string"){
if(func2(data4) > 256){
return false;
}
else {
if(!pattern4.test(data4)){
return false;
}
}
}
else {
return false;
}
}
var valid1 = _errs11 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.Name !== undefined){
let data5 = data0.Name;
const _errs13 = errors;
if(errors === _errs13){
if(typeof data5 === "string"){
if(func2(data5) > 60){
return false;
}
else {
if(func2(data5) < 1){
return false;
}
}
}
else {
return false;
}
}
var valid1 = _errs13 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.NodeUrl !== undefined){
let data6 = data0.NodeUrl;
const _errs15 = errors;
if(errors === _errs15){
if(typeof data6 === "string"){
if(!pattern3.test(data6)){
return false;
}
}
else {
return false;
}
}
var valid1 = _errs15 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.Tls !== undefined){
let data7 = data0.Tls;
const _errs17 = errors;
if(errors === _errs17){
if(data7 && typeof data7 == "object" && !Array.isArray(data7)){
let missing0;
if(((data7.Certificate === undefined) && (missing0 = "Certificate")) || ((data7.Key === undefined) && (missing0 = "Key"))){
return false;
}
else {
const _errs19 = errors;
for(const key2 in data7){
if(!(((key2 === "Certificate") || (key2 === "Key")) || (key2 === "MinVersion"))){
return false;
break;
}
}
if(_errs19 === errors){
if(data7.Certificate !== undefined){
let data8 = data7.Certificate;
const _errs20 = errors;
if(errors === _errs20){
if(typeof data8 === "string"){
if(func2(data8) < 1){
return false;
}
}
else {
return false;
}
}
var valid2 = _errs20 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data7.Key !== undefined){
let data9 = data7.Key;
const _errs22 = errors;
if(errors === _errs22){
if(typeof data9 === "string"){
if(func2(data9) < 1){
return false;
}
}
else {
return false;
}
}
var valid2 = _errs22 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data7.MinVersion !== undefined){
let data10 = data7.MinVersion;
const _errs24 = errors;
if(typeof data10 !== "string"){
return false;
}
if(!((data10 === "TLSv1.2") || (data10 === "TLSv1.3"))){
return false;
}
var valid2 = _errs24 === errors;
}
else {
var valid2 = true;
}
}
}
}
}
}
else {
return false;
}
}
var valid1 = _errs17 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.TrustedProxies !== undefined){
let data11 = data0.TrustedProxies;
const _errs26 = errors;
if(errors === _errs26){
if(Array.isArray(data11)){
var valid3 = true;
const len0 = data11.length;
for(let i0=0; i0<len0; i0++){
let data12 = data11[i0];
const _errs28 = errors;
if(errors === _errs28){
if(typeof data12 === "string"){
if(!pattern6.test(data12)){
return false;
}
}
else {
return false;
}
}
var valid3 = _errs28 === errors;
if(!valid3){
break;
}
}
}
else {
return false;
}
}
var valid1 = _errs26 === errors;
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
else {
return false;
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.Git !== undefined){
let data13 = data.Git;
const _errs30 = errors;
if(errors === _errs30){
if(data13 && typeof data13 == "object" && !Array.isArray(data13)){
const _errs32 = errors;
for(const key3 in data13){
if(!(func1.call(schema19.properties.Git.properties, key3))){
return false;
break;
}
}
if(_errs32 === errors){
if(data13.Enabled !== undefined){
const _errs33 = errors;
if(typeof data13.Enabled !== "boolean"){
return false;
}
var valid4 = _errs33 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data13.Remote !== undefined){
let data15 = data13.Remote;
const _errs35 = errors;
if(errors === _errs35){
if(typeof data15 === "string"){
if(func2(data15) < 1){
return false;
}
}
else {
return false;
}
}
var valid4 = _errs35 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data13.Branch !== undefined){
let data16 = data13.Branch;
const _errs37 = errors;
if(errors === _errs37){
if(typeof data16 === "string"){
if(func2(data16) < 1){
return false;
}
}
else {
return false;
}
}
var valid4 = _errs37 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data13.Path !== undefined){
let data17 = data13.Path;
const _errs39 = errors;
if(errors === _errs39){
if(typeof data17 === "string"){
if(func2(data17) > 1024){
return false;
}
else {
if(!pattern7.test(data17)){
return false;
}
}
}
else {
return false;
}
}
var valid4 = _errs39 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data13.PollInterval !== undefined){
let data18 = data13.PollInterval;
const _errs41 = errors;
if(!((typeof data18 == "number") && (!(data18 % 1) && !isNaN(data18)))){
return false;
}
if(errors === _errs41){
if(typeof data18 == "number"){
if(data18 > 86400 || isNaN(data18)){
return false;
}
else {
if(data18 < 1 || isNaN(data18)){
return false;
}
}
}
}
var valid4 = _errs41 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data13.Timeout !== undefined){
let data19 = data13.Timeout;
const _errs43 = errors;
if(!((typeof data19 == "number") && (!(data19 % 1) && !isNaN(data19)))){
return false;
}
if(errors === _errs43){
if(typeof data19 == "number"){
if(data19 > 3600 || isNaN(data19)){
return false;
}
else {
if(data19 < 1 || isNaN(data19)){
return false;
}
}
}
}
var valid4 = _errs43 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data13.CaFile !== undefined){
let data20 = data13.CaFile;
const _errs45 = errors;
if(errors === _errs45){
if(typeof data20 === "string"){
if(func2(data20) < 1){
return false;
}
}
else {
return false;
}
}
var valid4 = _errs45 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data13.Credentials !== undefined){
let data21 = data13.Credentials;
const _errs47 = errors;
if(errors === _errs47){
if(data21 && typeof data21 == "object" && !Array.isArray(data21)){
const _errs49 = errors;
for(const key4 in data21){
if(!(((((key4 === "Secret") || (key4 === "Username")) || (key4 === "Token")) || (key4 === "KeyFile")) || (key4 === "KnownHostsFile"))){
return false;
break;
}
}
if(_errs49 === errors){
if(data21.Secret !== undefined){
let data22 = data21.Secret;
const _errs50 = errors;
if(errors === _errs50){
if(typeof data22 === "string"){
if(func2(data22) < 1){
return false;
}
else {
if(!pattern8.test(data22)){
return false;
}
}
}
else {
return false;
}
}
var valid5 = _errs50 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data21.Username !== undefined){
let data23 = data21.Username;
const _errs52 = errors;
if(errors === _errs52){
if(typeof data23 === "string"){
if(func2(data23) < 1){
return false;
}
}
else {
return false;
}
}
var valid5 = _errs52 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data21.Token !== undefined){
let data24 = data21.Token;
const _errs54 = errors;
if(errors === _errs54){
if(typeof data24 === "string"){
if(func2(data24) < 1){
return false;
}
}
else {
return false;
}
}
var valid5 = _errs54 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data21.KeyFile !== undefined){
let data25 = data21.KeyFile;
const _errs56 = errors;
if(errors === _errs56){
if(typeof data25 === "string"){
if(func2(data25) < 1){
return false;
}
}
else {
return false;
}
}
var valid5 = _errs56 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data21.KnownHostsFile !== undefined){
let data26 = data21.KnownHostsFile;
const _errs58 = errors;
if(errors === _errs58){
if(typeof data26 === "string"){
if(func2(data26) < 1){
return false;
}
}
else {
return false;
}
}
var valid5 = _errs58 === errors;
}
else {
var valid5 = true;
}
}
}
}
}
}
}
else {
return false;
}
}
var valid4 = _errs47 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data13.WebhookSecrets !== undefined){
let data27 = data13.WebhookSecrets;
const _errs60 = errors;
if(errors === _errs60){
if(Array.isArray(data27)){
var valid6 = true;
const len1 = data27.length;
for(let i1=0; i1<len1; i1++){
let data28 = data27[i1];
const _errs62 = errors;
const _errs63 = errors;
let valid7 = false;
const _errs64 = errors;
if(errors === _errs64){
if(typeof data28 === "string"){
if(!pattern9.test(data28)){
errors++;
}
}
else {
errors++;
}
}
var _valid0 = _errs64 === errors;
valid7 = valid7 || _valid0;
if(!valid7){
const _errs66 = errors;
if(errors === _errs66){
if(data28 && typeof data28 == "object" && !Array.isArray(data28)){
let missing1;
if((data28.Secret === undefined) && (missing1 = "Secret")){
errors++;
}
else {
const _errs68 = errors;
for(const key5 in data28){
if(!((key5 === "Secret") || (key5 === "Key"))){
errors++;
break;
}
}
if(_errs68 === errors){
if(data28.Secret !== undefined){
let data29 = data28.Secret;
const _errs69 = errors;
if(errors === _errs69){
if(typeof data29 === "string"){
if(func2(data29) < 1){
errors++;
}
else {
if(!pattern8.test(data29)){
errors++;
}
}
}
else {
errors++;
}
}
var valid8 = _errs69 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data28.Key !== undefined){
let data30 = data28.Key;
const _errs71 = errors;
if(errors === _errs71){
if(typeof data30 === "string"){
if(func2(data30) < 1){
errors++;
}
}
else {
errors++;
}
}
var valid8 = _errs71 === errors;
}
else {
var valid8 = true;
}
}
}
}
}
else {
errors++;
}
}
var _valid0 = _errs66 === errors;
valid7 = valid7 || _valid0;
}
if(!valid7){
errors++;
return false;
}
else {
errors = _errs63;
}
var valid6 = _errs62 === errors;
if(!valid6){
break;
}
}
}
else {
return false;
}
}
var valid4 = _errs60 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data13.Forge !== undefined){
let data31 = data13.Forge;
const _errs73 = errors;
if(errors === _errs73){
if(data31 && typeof data31 == "object" && !Array.isArray(data31)){
const _errs75 = errors;
for(const key6 in data31){
if(!(((((key6 === "Type") || (key6 === "Url")) || (key6 === "Repository")) || (key6 === "Token")) || (key6 === "Secret"))){
return false;
break;
}
}
if(_errs75 === errors){
if(data31.Type !== undefined){
let data32 = data31.Type;
const _errs76 = errors;
if(typeof data32 !== "string"){
return false;
}
if(!((data32 === "github") || (data32 === "gitea"))){
return false;
}
var valid9 = _errs76 === errors;
}
else {
var valid9 = true;
}
if(valid9){
if(data31.Url !== undefined){
let data33 = data31.Url;
const _errs78 = errors;
if(errors === _errs78){
if(typeof data33 === "string"){
if(!pattern11.test(data33)){
return false;
}
}
else {
return false;
}
}
var valid9 = _errs78 === errors;
}
else {
var valid9 = true;
}
if(valid9){
if(data31.Repository !== undefined){
let data34 = data31.Repository;
const _errs80 = errors;
if(errors === _errs80){
if(typeof data34 === "string"){
if(!pattern12.test(data34)){
return false;
}
}
else {
return false;
}
}
var valid9 = _errs80 === errors;
}
else {
var valid9 = true;
}
if(valid9){
if(data31.Token !== undefined){
let data35 = data31.Token;
const _errs82 = errors;
if(errors === _errs82){
if(typeof data35 === "string"){
if(func2(data35) < 1){
return false;
}
}
else {
return false;
}
}
var valid9 = _errs82 === errors;
}
else {
var valid9 = true;
}
if(valid9){
if(data31.Secret !== undefined){
let data36 = data31.Secret;
const _errs84 = errors;
if(errors === _errs84){
if(typeof data36 === "string"){
if(func2(data36) < 1){
return false;
}
else {
if(!pattern8.test(data36)){
return false;
}
}
}
else {
return false;
}
}
var valid9 = _errs84 === errors;
}
else {
var valid9 = true;
}
}
}
}
}
}
}
else {
return false;
}
}
var valid4 = _errs73 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data13.StatusUrl !== undefined){
let data37 = data13.StatusUrl;
const _errs86 = errors;
if(errors === _errs86){
if(typeof data37 === "string"){
if(!pattern14.test(data37)){
return false;
}
}
else {
return false;
}
}
var valid4 = _errs86 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data13.ApplyPolicy !== undefined){
let data38 = data13.ApplyPolicy;
const _errs88 = errors;
if(typeof data38 !== "string"){
return false;
}
if(!((data38 === "entity") || (data38 === "commit"))){
return false;
}
var valid4 = _errs88 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data13.PruneLimit !== undefined){
let data39 = data13.PruneLimit;
const _errs90 = errors;
if(!((typeof data39 == "number") && (!(data39 % 1) && !isNaN(data39)))){
return false;
}
if(errors === _errs90){
if(typeof data39 == "number"){
if(data39 > 100 || isNaN(data39)){
return false;
}
else {
if(data39 < 0 || isNaN(data39)){
return false;
}
}
}
}
var valid4 = _errs90 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data13.ProtectedBranches !== undefined){
let data40 = data13.ProtectedBranches;
const _errs92 = errors;
if(errors === _errs92){
if(Array.isArray(data40)){
var valid10 = true;
const len2 = data40.length;
for(let i2=0; i2<len2; i2++){
let data41 = data40[i2];
const _errs94 = errors;
if(errors === _errs94){
if(typeof data41 === "string"){
if(func2(data41) < 1){
return false;
}
}
else {
return false;
}
}
var valid10 = _errs94 === errors;
if(!valid10){
break;
}
}
}
else {
return false;
}
}
var valid4 = _errs92 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data13.Reviews !== undefined){
let data42 = data13.Reviews;
const _errs96 = errors;
if(errors === _errs96){
if(data42 && typeof data42 == "object" && !Array.isArray(data42)){
const _errs98 = errors;
for(const key7 in data42){
if(!((key7 === "required") || (key7 === "codeOwners"))){
return false;
break;
}
}
if(_errs98 === errors){
if(data42.required !== undefined){
let data43 = data42.required;
const _errs99 = errors;
if(!((typeof data43 == "number") && (!(data43 % 1) && !isNaN(data43)))){
return false;
}
if(errors === _errs99){
if(typeof data43 == "number"){
if(data43 > 10 || isNaN(data43)){
return false;
}
else {
if(data43 < 0 || isNaN(data43)){
return false;
}
}
}
}
var valid11 = _errs99 === errors;
}
else {
var valid11 = true;
}
if(valid11){
if(data42.codeOwners !== undefined){
const _errs101 = errors;
if(typeof data42.codeOwners !== "boolean"){
return false;
}
var valid11 = _errs101 === errors;
}
else {
var valid11 = true;
}
}
}
}
else {
return false;
}
}
var valid4 = _errs96 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data13.ActiveBranches !== undefined){
let data45 = data13.ActiveBranches;
const _errs103 = errors;
if(errors === _errs103){
if(Array.isArray(data45)){
var valid12 = true;
const len3 = data45.length;
for(let i3=0; i3<len3; i3++){
let data46 = data45[i3];
const _errs105 = errors;
if(errors === _errs105){
if(typeof data46 === "string"){
if(func2(data46) < 1){
return false;
}
}
else {
return false;
}
}
var valid12 = _errs105 === errors;
if(!valid12){
break;
}
}
}
else {
return false;
}
}
var valid4 = _errs103 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data13.Directory !== undefined){
let data47 = data13.Directory;
const _errs107 = errors;
if(errors === _errs107){
if(typeof data47 === "string"){
if(func2(data47) < 1){
return false;
}
}
else {
return false;
}
}
var valid4 = _errs107 === errors;
}
else {
var valid4 = true;
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
}
}
}
}
else {
return false;
}
}
var valid0 = _errs30 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.LocalOverlay !== undefined){
let data48 = data.LocalOverlay;
const _errs109 = errors;
if(errors === _errs109){
if(data48 && typeof data48 == "object" && !Array.isArray(data48)){
const _errs111 = errors;
for(const key8 in data48){
if(!((key8 === "Enabled") || (key8 === "Directory"))){
return false;
break;
}
}
if(_errs111 === errors){
if(data48.Enabled !== undefined){
const _errs112 = errors;
if(typeof data48.Enabled !== "boolean"){
return false;
}
var valid13 = _errs112 === errors;
}
else {
var valid13 = true;
}
if(valid13){
if(data48.Directory !== undefined){
let data50 = data48.Directory;
const _errs114 = errors;
if(errors === _errs114){
if(typeof data50 === "string"){
if(func2(data50) < 1){
return false;
}
}
else {
return false;
}
}
var valid13 = _errs114 === errors;
}
else {
var valid13 = true;
}
}
}
}
else {
return false;
}
}
var valid0 = _errs109 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.Database !== undefined){
let data51 = data.Database;
const _errs116 = errors;
if(errors === _errs116){
if(data51 && typeof data51 == "object" && !Array.isArray(data51)){
const _errs118 = errors;
for(const key9 in data51){
if(!(key9 === "Url")){
return false;
break;
}
}
if(_errs118 === errors){
if(data51.Url !== undefined){
let data52 = data51.Url;
const _errs119 = errors;
if(errors === _errs119){
if(typeof data52 === "string"){
if(!pattern15.test(data52)){
return false;
}
}
else {
return false;
}
}
}
}
}
else {
return false;
}
}
var valid0 = _errs116 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.Secrets !== undefined){
let data53 = data.Secrets;
const _errs121 = errors;
if(errors === _errs121){
if(data53 && typeof data53 == "object" && !Array.isArray(data53)){
const _errs123 = errors;
for(const key10 in data53){
if(!((((key10 === "MasterKey") || (key10 === "PreviousMasterKey")) || (key10 === "MasterKeyFile")) || (key10 === "Providers"))){
return false;
break;
}
}
if(_errs123 === errors){
if(data53.MasterKey !== undefined){
let data54 = data53.MasterKey;
const _errs124 = errors;
if(errors === _errs124){
if(typeof data54 === "string"){
if(func2(data54) < 1){
return false;
}
}
else {
return false;
}
}
var valid15 = _errs124 === errors;
}
else {
var valid15 = true;
}
if(valid15){
if(data53.PreviousMasterKey !== undefined){
let data55 = data53.PreviousMasterKey;
const _errs126 = errors;
if(errors === _errs126){
if(typeof data55 === "string"){
if(func2(data55) < 1){
return false;
}
}
else {
return false;
}
}
var valid15 = _errs126 === errors;
}
else {
var valid15 = true;
}
if(valid15){
if(data53.MasterKeyFile !== undefined){
let data56 = data53.MasterKeyFile;
const _errs128 = errors;
if(errors === _errs128){
if(typeof data56 === "string"){
if(func2(data56) < 1){
return false;
}
}
else {
return false;
}
}
var valid15 = _errs128 === errors;
}
else {
var valid15 = true;
}
if(valid15){
if(data53.Providers !== undefined){
let data57 = data53.Providers;
const _errs130 = errors;
if(errors === _errs130){
if(data57 && typeof data57 == "object" && !Array.isArray(data57)){
for(const key11 in data57){
const _errs132 = errors;
if(typeof key11 === "string"){
if(!pattern16.test(key11)){
errors++;
}
}
var valid16 = _errs132 === errors;
if(!valid16){
errors++;
return false;
break;
}
}
if(valid16){
for(const key12 in data57){
let data58 = data57[key12];
const _errs134 = errors;
if(errors === _errs134){
if(data58 && typeof data58 == "object" && !Array.isArray(data58)){
if(Object.keys(data58).length > 1){
return false;
}
else {
if(Object.keys(data58).length < 1){
return false;
}
else {
const _errs136 = errors;
for(const key13 in data58){
if(!(((key13 === "Files") || (key13 === "Vault")) || (key13 === "Kubernetes"))){
return false;
break;
}
}
if(_errs136 === errors){
if(data58.Files !== undefined){
let data59 = data58.Files;
const _errs137 = errors;
if(errors === _errs137){
if(data59 && typeof data59 == "object" && !Array.isArray(data59)){
let missing2;
if((data59.Folder === undefined) && (missing2 = "Folder")){
return false;
}
else {
const _errs139 = errors;
for(const key14 in data59){
if(!(key14 === "Folder")){
return false;
break;
}
}
if(_errs139 === errors){
if(data59.Folder !== undefined){
let data60 = data59.Folder;
const _errs140 = errors;
if(errors === _errs140){
if(typeof data60 === "string"){
if(func2(data60) < 1){
return false;
}
}
else {
return false;
}
}
}
}
}
}
else {
return false;
}
}
var valid18 = _errs137 === errors;
}
else {
var valid18 = true;
}
if(valid18){
if(data58.Vault !== undefined){
let data61 = data58.Vault;
const _errs142 = errors;
if(errors === _errs142){
if(data61 && typeof data61 == "object" && !Array.isArray(data61)){
let missing3;
if(((data61.Address === undefined) && (missing3 = "Address")) || ((data61.Auth === undefined) && (missing3 = "Auth"))){
return false;
}
else {
const _errs144 = errors;
for(const key15 in data61){
if(!(func1.call(schema19.properties.Secrets.properties.Providers.additionalProperties.properties.Vault.properties, key15))){
return false;
break;
}
}
if(_errs144 === errors){
if(data61.Address !== undefined){
let data62 = data61.Address;
const _errs145 = errors;
if(errors === _errs145){
if(typeof data62 === "string"){
if(!pattern17.test(data62)){
return false;
}
}
else {
return false;
}
}
var valid20 = _errs145 === errors;
}
else {
var valid20 = true;
}
if(valid20){
if(data61.Namespace !== undefined){
let data63 = data61.Namespace;
const _errs147 = errors;
if(errors === _errs147){
if(typeof data63 === "string"){
if(func2(data63) < 1){
return false;
}
}
else {
return false;
}
}
var valid20 = _errs147 === errors;
}
else {
var valid20 = true;
}
if(valid20){
if(data61.Mount !== undefined){
let data64 = data61.Mount;
const _errs149 = errors;
if(errors === _errs149){
if(typeof data64 === "string"){
if(func2(data64) < 1){
return false;
}
}
else {
return false;
}
}
var valid20 = _errs149 === errors;
}
else {
var valid20 = true;
}
if(valid20){
if(data61.Version !== undefined){
let data65 = data61.Version;
const _errs151 = errors;
if(!((typeof data65 == "number") && (!(data65 % 1) && !isNaN(data65)))){
return false;
}
if(!((data65 === 1) || (data65 === 2))){
return false;
}
var valid20 = _errs151 === errors;
}
else {
var valid20 = true;
}
if(valid20){
if(data61.Path !== undefined){
let data66 = data61.Path;
const _errs153 = errors;
if(errors === _errs153){
if(typeof data66 === "string"){
if(func2(data66) < 1){
return false;
}
}
else {
return false;
}
}
var valid20 = _errs153 === errors;
}
else {
var valid20 = true;
}
if(valid20){
if(data61.CaFile !== undefined){
let data67 = data61.CaFile;
const _errs155 = errors;
if(errors === _errs155){
if(typeof data67 === "string"){
if(func2(data67) < 1){
return false;
}
}
else {
return false;
}
}
var valid20 = _errs155 === errors;
}
else {
var valid20 = true;
}
if(valid20){
if(data61.Auth !== undefined){
let data68 = data61.Auth;
const _errs157 = errors;
if(errors === _errs157){
if(data68 && typeof data68 == "object" && !Array.isArray(data68)){
if(Object.keys(data68).length > 1){
return false;
}
else {
if(Object.keys(data68).length < 1){
return false;
}
else {
const _errs159 = errors;
for(const key16 in data68){
if(!(((key16 === "Token") || (key16 === "AppRole")) || (key16 === "Kubernetes"))){
return false;
break;
}
}
if(_errs159 === errors){
if(data68.Token !== undefined){
let data69 = data68.Token;
const _errs160 = errors;
if(errors === _errs160){
if(data69 && typeof data69 == "object" && !Array.isArray(data69)){
if(Object.keys(data69).length > 1){
return false;
}
else {
if(Object.keys(data69).length < 1){
return false;
}
else {
const _errs162 = errors;
for(const key17 in data69){
if(!(((key17 === "File") || (key17 === "Variable")) || (key17 === "Secret"))){
return false;
break;
}
}
if(_errs162 === errors){
if(data69.File !== undefined){
let data70 = data69.File;
const _errs163 = errors;
if(errors === _errs163){
if(typeof data70 === "string"){
if(func2(data70) < 1){
return false;
}
}
else {
return false;
}
}
var valid22 = _errs163 === errors;
}
else {
var valid22 = true;
}
if(valid22){
if(data69.Variable !== undefined){
let data71 = data69.Variable;
const _errs165 = errors;
if(errors === _errs165){
if(typeof data71 === "string"){
if(func2(data71) < 1){
return false;
}
else {
if(!pattern18.test(data71)){
return false;
}
}
}
else {
return false;
}
}
var valid22 = _errs165 === errors;
}
else {
var valid22 = true;
}
if(valid22){
if(data69.Secret !== undefined){
let data72 = data69.Secret;
const _errs167 = errors;
if(errors === _errs167){
if(typeof data72 === "string"){
if(func2(data72) < 1){
return false;
}
else {
if(!pattern8.test(data72)){
return false;
}
}
}
else {
return false;
}
}
var valid22 = _errs167 === errors;
}
else {
var valid22 = true;
}
}
}
}
}
}
}
else {
return false;
}
}
var valid21 = _errs160 === errors;
}
else {
var valid21 = true;
}
if(valid21){
if(data68.AppRole !== undefined){
let data73 = data68.AppRole;
const _errs169 = errors;
if(errors === _errs169){
if(data73 && typeof data73 == "object" && !Array.isArray(data73)){
let missing4;
if(((data73.RoleId === undefined) && (missing4 = "RoleId")) || ((data73.SecretId === undefined) && (missing4 = "SecretId"))){
return false;
}
else {
const _errs171 = errors;
for(const key18 in data73){
if(!(((key18 === "RoleId") || (key18 === "SecretId")) || (key18 === "Mount"))){
return false;
break;
}
}
if(_errs171 === errors){
if(data73.RoleId !== undefined){
let data74 = data73.RoleId;
const _errs172 = errors;
if(errors === _errs172){
if(typeof data74 === "string"){
if(func2(data74) < 1){
return false;
}
}
else {
return false;
}
}
var valid23 = _errs172 === errors;
}
else {
var valid23 = true;
}
if(valid23){
if(data73.SecretId !== undefined){
let data75 = data73.SecretId;
const _errs174 = errors;
if(errors === _errs174){
if(data75 && typeof data75 == "object" && !Array.isArray(data75)){
if(Object.keys(data75).length > 1){
return false;
}
else {
if(Object.keys(data75).length < 1){
return false;
}
else {
const _errs176 = errors;
for(const key19 in data75){
if(!(((key19 === "File") || (key19 === "Variable")) || (key19 === "Secret"))){
return false;
break;
}
}
if(_errs176 === errors){
if(data75.File !== undefined){
let data76 = data75.File;
const _errs177 = errors;
if(errors === _errs177){
if(typeof data76 === "string"){
if(func2(data76) < 1){
return false;
}
}
else {
return false;
}
}
var valid24 = _errs177 === errors;
}
else {
var valid24 = true;
}
if(valid24){
if(data75.Variable !== undefined){
let data77 = data75.Variable;
const _errs179 = errors;
if(errors === _errs179){
if(typeof data77 === "string"){
if(func2(data77) < 1){
return false;
}
else {
if(!pattern18.test(data77)){
return false;
}
}
}
else {
return false;
}
}
var valid24 = _errs179 === errors;
}
else {
var valid24 = true;
}
if(valid24){
if(data75.Secret !== undefined){
let data78 = data75.Secret;
const _errs181 = errors;
if(errors === _errs181){
if(typeof data78 === "string"){
if(func2(data78) < 1){
return false;
}
else {
if(!pattern8.test(data78)){
return false;
}
}
}
else {
return false;
}
}
var valid24 = _errs181 === errors;
}
else {
var valid24 = true;
}
}
}
}
}
}
}
else {
return false;
}
}
var valid23 = _errs174 === errors;
}
else {
var valid23 = true;
}
if(valid23){
if(data73.Mount !== undefined){
let data79 = data73.Mount;
const _errs183 = errors;
if(errors === _errs183){
if(typeof data79 === "string"){
if(func2(data79) < 1){
return false;
}
}
else {
return false;
}
}
var valid23 = _errs183 === errors;
}
else {
var valid23 = true;
}
}
}
}
}
}
else {
return false;
}
}
var valid21 = _errs169 === errors;
}
else {
var valid21 = true;
}
if(valid21){
if(data68.Kubernetes !== undefined){
let data80 = data68.Kubernetes;
const _errs185 = errors;
if(errors === _errs185){
if(data80 && typeof data80 == "object" && !Array.isArray(data80)){
let missing5;
if((data80.Role === undefined) && (missing5 = "Role")){
return false;
}
else {
const _errs187 = errors;
for(const key20 in data80){
if(!(((key20 === "Role") || (key20 === "TokenFile")) || (key20 === "Mount"))){
return false;
break;
}
}
if(_errs187 === errors){
if(data80.Role !== undefined){
let data81 = data80.Role;
const _errs188 = errors;
if(errors === _errs188){
if(typeof data81 === "string"){
if(func2(data81) < 1){
return false;
}
}
else {
return false;
}
}
var valid25 = _errs188 === errors;
}
else {
var valid25 = true;
}
if(valid25){
if(data80.TokenFile !== undefined){
let data82 = data80.TokenFile;
const _errs190 = errors;
if(errors === _errs190){
if(typeof data82 === "string"){
if(func2(data82) < 1){
return false;
}
}
else {
return false;
}
}
var valid25 = _errs190 === errors;
}
else {
var valid25 = true;
}
if(valid25){
if(data80.Mount !== undefined){
let data83 = data80.Mount;
const _errs192 = errors;
if(errors === _errs192){
if(typeof data83 === "string"){
if(func2(data83) < 1){
return false;
}
}
else {
return false;
}
}
var valid25 = _errs192 === errors;
}
else {
var valid25 = true;
}
}
}
}
}
}
else {
return false;
}
}
var valid21 = _errs185 === errors;
}
else {
var valid21 = true;
}
}
}
}
}
}
}
else {
return false;
}
}
var valid20 = _errs157 === errors;
}
else {
var valid20 = true;
}
if(valid20){
if(data61.Timeout !== undefined){
let data84 = data61.Timeout;
const _errs194 = errors;
if(!((typeof data84 == "number") && (!(data84 % 1) && !isNaN(data84)))){
return false;
}
if(errors === _errs194){
if(typeof data84 == "number"){
if(data84 > 60 || isNaN(data84)){
return false;
}
else {
if(data84 < 1 || isNaN(data84)){
return false;
}
}
}
}
var valid20 = _errs194 === errors;
}
else {
var valid20 = true;
}
if(valid20){
if(data61.Cache !== undefined){
let data85 = data61.Cache;
const _errs196 = errors;
if(!((typeof data85 == "number") && (!(data85 % 1) && !isNaN(data85)))){
return false;
}
if(errors === _errs196){
if(typeof data85 == "number"){
if(data85 > 3600 || isNaN(data85)){
return false;
}
else {
if(data85 < 0 || isNaN(data85)){
return false;
}
}
}
}
var valid20 = _errs196 === errors;
}
else {
var valid20 = true;
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
return false;
}
}
var valid18 = _errs142 === errors;
}
else {
var valid18 = true;
}
if(valid18){
if(data58.Kubernetes !== undefined){
let data86 = data58.Kubernetes;
const _errs198 = errors;
if(errors === _errs198){
if(data86 && typeof data86 == "object" && !Array.isArray(data86)){
const _errs200 = errors;
for(const key21 in data86){
if(!((((((key21 === "Address") || (key21 === "Namespace")) || (key21 === "TokenFile")) || (key21 === "CaFile")) || (key21 === "Timeout")) || (key21 === "Cache"))){
return false;
break;
}
}
if(_errs200 === errors){
if(data86.Address !== undefined){
let data87 = data86.Address;
const _errs201 = errors;
if(errors === _errs201){
if(typeof data87 === "string"){
if(!pattern17.test(data87)){
return false;
}
}
else {
return false;
}
}
var valid26 = _errs201 === errors;
}
else {
var valid26 = true;
}
if(valid26){
if(data86.Namespace !== undefined){
let data88 = data86.Namespace;
const _errs203 = errors;
if(errors === _errs203){
if(typeof data88 === "string"){
if(func2(data88) < 1){
return false;
}
else {
if(!pattern23.test(data88)){
return false;
}
}
}
else {
return false;
}
}
var valid26 = _errs203 === errors;
}
else {
var valid26 = true;
}
if(valid26){
if(data86.TokenFile !== undefined){
let data89 = data86.TokenFile;
const _errs205 = errors;
if(errors === _errs205){
if(typeof data89 === "string"){
if(func2(data89) < 1){
return false;
}
}
else {
return false;
}
}
var valid26 = _errs205 === errors;
}
else {
var valid26 = true;
}
if(valid26){
if(data86.CaFile !== undefined){
let data90 = data86.CaFile;
const _errs207 = errors;
if(errors === _errs207){
if(typeof data90 === "string"){
if(func2(data90) < 1){
return false;
}
}
else {
return false;
}
}
var valid26 = _errs207 === errors;
}
else {
var valid26 = true;
}
if(valid26){
if(data86.Timeout !== undefined){
let data91 = data86.Timeout;
const _errs209 = errors;
if(!((typeof data91 == "number") && (!(data91 % 1) && !isNaN(data91)))){
return false;
}
if(errors === _errs209){
if(typeof data91 == "number"){
if(data91 > 60 || isNaN(data91)){
return false;
}
else {
if(data91 < 1 || isNaN(data91)){
return false;
}
}
}
}
var valid26 = _errs209 === errors;
}
else {
var valid26 = true;
}
if(valid26){
if(data86.Cache !== undefined){
let data92 = data86.Cache;
const _errs211 = errors;
if(!((typeof data92 == "number") && (!(data92 % 1) && !isNaN(data92)))){
return false;
}
if(errors === _errs211){
if(typeof data92 == "number"){
if(data92 > 3600 || isNaN(data92)){
return false;
}
else {
if(data92 < 0 || isNaN(data92)){
return false;
}
}
}
}
var valid26 = _errs211 === errors;
}
else {
var valid26 = true;
}
}
}
}
}
}
}
}
else {
return false;
}
}
var valid18 = _errs198 === errors;
}
else {
var valid18 = true;
}
}
}
}
}
}
}
else {
return false;
}
}
var valid17 = _errs134 === errors;
if(!valid17){
break;
}
}
}
}
else {
return false;
}
}
var valid15 = _errs130 === errors;
}
else {
var valid15 = true;
}
}
}
}
}
}
else {
return false;
}
}
var valid0 = _errs121 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.Auth !== undefined){
let data93 = data.Auth;
const _errs213 = errors;
if(errors === _errs213){
if(data93 && typeof data93 == "object" && !Array.isArray(data93)){
const _errs215 = errors;
for(const key22 in data93){
if(!((((key22 === "AccessTokenMinutes") || (key22 === "SessionDays")) || (key22 === "Console")) || (key22 === "Oidc"))){
return false;
break;
}
}
if(_errs215 === errors){
if(data93.AccessTokenMinutes !== undefined){
let data94 = data93.AccessTokenMinutes;
const _errs216 = errors;
if(!((typeof data94 == "number") && (!(data94 % 1) && !isNaN(data94)))){
return false;
}
if(errors === _errs216){
if(typeof data94 == "number"){
if(data94 > 60 || isNaN(data94)){
return false;
}
else {
if(data94 < 1 || isNaN(data94)){
return false;
}
}
}
}
var valid27 = _errs216 === errors;
}
else {
var valid27 = true;
}
if(valid27){
if(data93.SessionDays !== undefined){
let data95 = data93.SessionDays;
const _errs218 = errors;
if(!((typeof data95 == "number") && (!(data95 % 1) && !isNaN(data95)))){
return false;
}
if(errors === _errs218){
if(typeof data95 == "number"){
if(data95 > 365 || isNaN(data95)){
return false;
}
else {
if(data95 < 1 || isNaN(data95)){
return false;
}
}
}
}
var valid27 = _errs218 === errors;
}
else {
var valid27 = true;
}
if(valid27){
if(data93.Console !== undefined){
let data96 = data93.Console;
const _errs220 = errors;
if(errors === _errs220){
if(data96 && typeof data96 == "object" && !Array.isArray(data96)){
const _errs222 = errors;
for(const key23 in data96){
if(!(((key23 === "SessionHours") || (key23 === "IdleMinutes")) || (key23 === "Passwords"))){
return false;
break;
}
}
if(_errs222 === errors){
if(data96.SessionHours !== undefined){
let data97 = data96.SessionHours;
const _errs223 = errors;
if(!((typeof data97 == "number") && (!(data97 % 1) && !isNaN(data97)))){
return false;
}
if(errors === _errs223){
if(typeof data97 == "number"){
if(data97 > 720 || isNaN(data97)){
return false;
}
else {
if(data97 < 1 || isNaN(data97)){
return false;
}
}
}
}
var valid28 = _errs223 === errors;
}
else {
var valid28 = true;
}
if(valid28){
if(data96.IdleMinutes !== undefined){
let data98 = data96.IdleMinutes;
const _errs225 = errors;
if(!((typeof data98 == "number") && (!(data98 % 1) && !isNaN(data98)))){
return false;
}
if(errors === _errs225){
if(typeof data98 == "number"){
if(data98 > 43200 || isNaN(data98)){
return false;
}
else {
if(data98 < 5 || isNaN(data98)){
return false;
}
}
}
}
var valid28 = _errs225 === errors;
}
else {
var valid28 = true;
}
if(valid28){
if(data96.Passwords !== undefined){
const _errs227 = errors;
if(typeof data96.Passwords !== "boolean"){
return false;
}
var valid28 = _errs227 === errors;
}
else {
var valid28 = true;
}
}
}
}
}
else {
return false;
}
}
var valid27 = _errs220 === errors;
}
else {
var valid27 = true;
}
if(valid27){
if(data93.Oidc !== undefined){
let data100 = data93.Oidc;
const _errs229 = errors;
if(errors === _errs229){
if(data100 && typeof data100 == "object" && !Array.isArray(data100)){
let missing6;
if(((data100.Issuer === undefined) && (missing6 = "Issuer")) || ((data100.Audience === undefined) && (missing6 = "Audience"))){
return false;
}
else {
const _errs231 = errors;
for(const key24 in data100){
if(!(func1.call(schema19.properties.Auth.properties.Oidc.properties, key24))){
return false;
break;
}
}
if(_errs231 === errors){
if(data100.Issuer !== undefined){
let data101 = data100.Issuer;
const _errs232 = errors;
if(errors === _errs232){
if(typeof data101 === "string"){
if(!pattern24.test(data101)){
return false;
}
}
else {
return false;
}
}
var valid29 = _errs232 === errors;
}
else {
var valid29 = true;
}
if(valid29){
if(data100.Audience !== undefined){
let data102 = data100.Audience;
const _errs234 = errors;
if(errors === _errs234){
if(typeof data102 === "string"){
if(func2(data102) < 1){
return false;
}
}
else {
return false;
}
}
var valid29 = _errs234 === errors;
}
else {
var valid29 = true;
}
if(valid29){
if(data100.NameClaim !== undefined){
let data103 = data100.NameClaim;
const _errs236 = errors;
if(errors === _errs236){
if(typeof data103 === "string"){
if(func2(data103) < 1){
return false;
}
}
else {
return false;
}
}
var valid29 = _errs236 === errors;
}
else {
var valid29 = true;
}
if(valid29){
if(data100.RoleClaim !== undefined){
let data104 = data100.RoleClaim;
const _errs238 = errors;
if(errors === _errs238){
if(typeof data104 === "string"){
if(func2(data104) < 1){
return false;
}
}
else {
return false;
}
}
var valid29 = _errs238 === errors;
}
else {
var valid29 = true;
}
if(valid29){
if(data100.Roles !== undefined){
let data105 = data100.Roles;
const _errs240 = errors;
if(errors === _errs240){
if(data105 && typeof data105 == "object" && !Array.isArray(data105)){
for(const key25 in data105){
let data106 = data105[key25];
const _errs243 = errors;
if(typeof data106 !== "string"){
return false;
}
if(!((((data106 === "viewer") || (data106 === "operator")) || (data106 === "editor")) || (data106 === "admin"))){
return false;
}
var valid30 = _errs243 === errors;
if(!valid30){
break;
}
}
}
else {
return false;
}
}
var valid29 = _errs240 === errors;
}
else {
var valid29 = true;
}
if(valid29){
if(data100.Clients !== undefined){
let data107 = data100.Clients;
const _errs245 = errors;
if(errors === _errs245){
if(data107 && typeof data107 == "object" && !Array.isArray(data107)){
for(const key26 in data107){
let data108 = data107[key26];
const _errs248 = errors;
if(typeof data108 !== "string"){
return false;
}
if(!(((data108 === "person") || (data108 === "service")) || (data108 === "agent"))){
return false;
}
var valid31 = _errs248 === errors;
if(!valid31){
break;
}
}
}
else {
return false;
}
}
var valid29 = _errs245 === errors;
}
else {
var valid29 = true;
}
if(valid29){
if(data100.DefaultRole !== undefined){
let data109 = data100.DefaultRole;
const _errs250 = errors;
if(typeof data109 !== "string"){
return false;
}
if(!((((data109 === "viewer") || (data109 === "operator")) || (data109 === "editor")) || (data109 === "admin"))){
return false;
}
var valid29 = _errs250 === errors;
}
else {
var valid29 = true;
}
if(valid29){
if(data100.Algorithms !== undefined){
let data110 = data100.Algorithms;
const _errs252 = errors;
if(errors === _errs252){
if(Array.isArray(data110)){
if(data110.length < 1){
return false;
}
else {
var valid32 = true;
const len4 = data110.length;
for(let i4=0; i4<len4; i4++){
let data111 = data110[i4];
const _errs254 = errors;
if(typeof data111 !== "string"){
return false;
}
if(!((((((((((data111 === "RS256") || (data111 === "RS384")) || (data111 === "RS512")) || (data111 === "PS256")) || (data111 === "PS384")) || (data111 === "PS512")) || (data111 === "ES256")) || (data111 === "ES384")) || (data111 === "ES512")) || (data111 === "EdDSA"))){
return false;
}
var valid32 = _errs254 === errors;
if(!valid32){
break;
}
}
}
}
else {
return false;
}
}
var valid29 = _errs252 === errors;
}
else {
var valid29 = true;
}
if(valid29){
if(data100.ClockTolerance !== undefined){
let data112 = data100.ClockTolerance;
const _errs256 = errors;
if(!((typeof data112 == "number") && (!(data112 % 1) && !isNaN(data112)))){
return false;
}
if(errors === _errs256){
if(typeof data112 == "number"){
if(data112 > 300 || isNaN(data112)){
return false;
}
else {
if(data112 < 0 || isNaN(data112)){
return false;
}
}
}
}
var valid29 = _errs256 === errors;
}
else {
var valid29 = true;
}
if(valid29){
if(data100.Login !== undefined){
let data113 = data100.Login;
const _errs258 = errors;
if(errors === _errs258){
if(data113 && typeof data113 == "object" && !Array.isArray(data113)){
let missing7;
if((data113.ClientId === undefined) && (missing7 = "ClientId")){
return false;
}
else {
const _errs260 = errors;
for(const key27 in data113){
if(!(((((key27 === "ClientId") || (key27 === "Secret")) || (key27 === "ClientSecret")) || (key27 === "Title")) || (key27 === "Scopes"))){
return false;
break;
}
}
if(_errs260 === errors){
if(data113.ClientId !== undefined){
let data114 = data113.ClientId;
const _errs261 = errors;
if(errors === _errs261){
if(typeof data114 === "string"){
if(func2(data114) < 1){
return false;
}
}
else {
return false;
}
}
var valid33 = _errs261 === errors;
}
else {
var valid33 = true;
}
if(valid33){
if(data113.Secret !== undefined){
let data115 = data113.Secret;
const _errs263 = errors;
if(errors === _errs263){
if(typeof data115 === "string"){
if(func2(data115) < 1){
return false;
}
else {
if(!pattern8.test(data115)){
return false;
}
}
}
else {
return false;
}
}
var valid33 = _errs263 === errors;
}
else {
var valid33 = true;
}
if(valid33){
if(data113.ClientSecret !== undefined){
let data116 = data113.ClientSecret;
const _errs265 = errors;
if(errors === _errs265){
if(typeof data116 === "string"){
if(func2(data116) < 1){
return false;
}
}
else {
return false;
}
}
var valid33 = _errs265 === errors;
}
else {
var valid33 = true;
}
if(valid33){
if(data113.Title !== undefined){
let data117 = data113.Title;
const _errs267 = errors;
if(errors === _errs267){
if(typeof data117 === "string"){
if(func2(data117) > 60){
return false;
}
else {
if(func2(data117) < 1){
return false;
}
}
}
else {
return false;
}
}
var valid33 = _errs267 === errors;
}
else {
var valid33 = true;
}
if(valid33){
if(data113.Scopes !== undefined){
let data118 = data113.Scopes;
const _errs269 = errors;
if(errors === _errs269){
if(Array.isArray(data118)){
var valid34 = true;
const len5 = data118.length;
for(let i5=0; i5<len5; i5++){
let data119 = data118[i5];
const _errs271 = errors;
if(errors === _errs271){
if(typeof data119 === "string"){
if(func2(data119) < 1){
return false;
}
}
else {
return false;
}
}
var valid34 = _errs271 === errors;
if(!valid34){
break;
}
}
}
else {
return false;
}
}
var valid33 = _errs269 === errors;
}
else {
var valid33 = true;
}
}
}
}
}
}
}
}
else {
return false;
}
}
var valid29 = _errs258 === errors;
}
else {
var valid29 = true;
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
return false;
}
}
var valid27 = _errs229 === errors;
}
else {
var valid27 = true;
}
}
}
}
}
}
else {
return false;
}
}
var valid0 = _errs213 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.Limits !== undefined){
let data120 = data.Limits;
const _errs273 = errors;
if(errors === _errs273){
if(data120 && typeof data120 == "object" && !Array.isArray(data120)){
const _errs275 = errors;
for(const key28 in data120){
if(!(func1.call(schema19.properties.Limits.properties, key28))){
return false;
break;
}
}
if(_errs275 === errors){
if(data120.RequestBody !== undefined){
let data121 = data120.RequestBody;
const _errs276 = errors;
if(!((typeof data121 == "number") && (!(data121 % 1) && !isNaN(data121)))){
return false;
}
if(errors === _errs276){
if(typeof data121 == "number"){
if(data121 > 104857600 || isNaN(data121)){
return false;
}
else {
if(data121 < 1024 || isNaN(data121)){
return false;
}
}
}
}
var valid35 = _errs276 === errors;
}
else {
var valid35 = true;
}
if(valid35){
if(data120.QueryDepth !== undefined){
let data122 = data120.QueryDepth;
const _errs278 = errors;
if(!((typeof data122 == "number") && (!(data122 % 1) && !isNaN(data122)))){
return false;
}
if(errors === _errs278){
if(typeof data122 == "number"){
if(data122 > 50 || isNaN(data122)){
return false;
}
else {
if(data122 < 3 || isNaN(data122)){
return false;
}
}
}
}
var valid35 = _errs278 === errors;
}
else {
var valid35 = true;
}
if(valid35){
if(data120.QueryCost !== undefined){
let data123 = data120.QueryCost;
const _errs280 = errors;
if(!((typeof data123 == "number") && (!(data123 % 1) && !isNaN(data123)))){
return false;
}
if(errors === _errs280){
if(typeof data123 == "number"){
if(data123 > 1000000 || isNaN(data123)){
return false;
}
else {
if(data123 < 100 || isNaN(data123)){
return false;
}
}
}
}
var valid35 = _errs280 === errors;
}
else {
var valid35 = true;
}
if(valid35){
if(data120.Subscriptions !== undefined){
let data124 = data120.Subscriptions;
const _errs282 = errors;
if(!((typeof data124 == "number") && (!(data124 % 1) && !isNaN(data124)))){
return false;
}
if(errors === _errs282){
if(typeof data124 == "number"){
if(data124 > 1000 || isNaN(data124)){
return false;
}
else {
if(data124 < 1 || isNaN(data124)){
return false;
}
}
}
}
var valid35 = _errs282 === errors;
}
else {
var valid35 = true;
}
if(valid35){
if(data120.Streams !== undefined){
let data125 = data120.Streams;
const _errs284 = errors;
if(!((typeof data125 == "number") && (!(data125 % 1) && !isNaN(data125)))){
return false;
}
if(errors === _errs284){
if(typeof data125 == "number"){
if(data125 > 100000 || isNaN(data125)){
return false;
}
else {
if(data125 < 1 || isNaN(data125)){
return false;
}
}
}
}
var valid35 = _errs284 === errors;
}
else {
var valid35 = true;
}
if(valid35){
if(data120.YamlFile !== undefined){
let data126 = data120.YamlFile;
const _errs286 = errors;
if(!((typeof data126 == "number") && (!(data126 % 1) && !isNaN(data126)))){
return false;
}
if(errors === _errs286){
if(typeof data126 == "number"){
if(data126 > 16777216 || isNaN(data126)){
return false;
}
else {
if(data126 < 1024 || isNaN(data126)){
return false;
}
}
}
}
var valid35 = _errs286 === errors;
}
else {
var valid35 = true;
}
if(valid35){
if(data120.YamlDepth !== undefined){
let data127 = data120.YamlDepth;
const _errs288 = errors;
if(!((typeof data127 == "number") && (!(data127 % 1) && !isNaN(data127)))){
return false;
}
if(errors === _errs288){
if(typeof data127 == "number"){
if(data127 > 500 || isNaN(data127)){
return false;
}
else {
if(data127 < 8 || isNaN(data127)){
return false;
}
}
}
}
var valid35 = _errs288 === errors;
}
else {
var valid35 = true;
}
if(valid35){
if(data120.YamlAliases !== undefined){
let data128 = data120.YamlAliases;
const _errs290 = errors;
if(!((typeof data128 == "number") && (!(data128 % 1) && !isNaN(data128)))){
return false;
}
if(errors === _errs290){
if(typeof data128 == "number"){
if(data128 > 10000 || isNaN(data128)){
return false;
}
else {
if(data128 < 0 || isNaN(data128)){
return false;
}
}
}
}
var valid35 = _errs290 === errors;
}
else {
var valid35 = true;
}
if(valid35){
if(data120.FlowInput !== undefined){
let data129 = data120.FlowInput;
const _errs292 = errors;
if(!((typeof data129 == "number") && (!(data129 % 1) && !isNaN(data129)))){
return false;
}
if(errors === _errs292){
if(typeof data129 == "number"){
if(data129 > 8388608 || isNaN(data129)){
return false;
}
else {
if(data129 < 1024 || isNaN(data129)){
return false;
}
}
}
}
var valid35 = _errs292 === errors;
}
else {
var valid35 = true;
}
if(valid35){
if(data120.TaskOutput !== undefined){
let data130 = data120.TaskOutput;
const _errs294 = errors;
if(!((typeof data130 == "number") && (!(data130 % 1) && !isNaN(data130)))){
return false;
}
if(errors === _errs294){
if(typeof data130 == "number"){
if(data130 > 8388608 || isNaN(data130)){
return false;
}
else {
if(data130 < 1024 || isNaN(data130)){
return false;
}
}
}
}
var valid35 = _errs294 === errors;
}
else {
var valid35 = true;
}
if(valid35){
if(data120.RunLog !== undefined){
let data131 = data120.RunLog;
const _errs296 = errors;
if(!((typeof data131 == "number") && (!(data131 % 1) && !isNaN(data131)))){
return false;
}
if(errors === _errs296){
if(typeof data131 == "number"){
if(data131 > 1073741824 || isNaN(data131)){
return false;
}
else {
if(data131 < 1024 || isNaN(data131)){
return false;
}
}
}
}
var valid35 = _errs296 === errors;
}
else {
var valid35 = true;
}
if(valid35){
if(data120.RunTasks !== undefined){
let data132 = data120.RunTasks;
const _errs298 = errors;
if(!((typeof data132 == "number") && (!(data132 % 1) && !isNaN(data132)))){
return false;
}
if(errors === _errs298){
if(typeof data132 == "number"){
if(data132 > 10000000 || isNaN(data132)){
return false;
}
else {
if(data132 < 100 || isNaN(data132)){
return false;
}
}
}
}
var valid35 = _errs298 === errors;
}
else {
var valid35 = true;
}
if(valid35){
if(data120.RunJournal !== undefined){
let data133 = data120.RunJournal;
const _errs300 = errors;
if(!((typeof data133 == "number") && (!(data133 % 1) && !isNaN(data133)))){
return false;
}
if(errors === _errs300){
if(typeof data133 == "number"){
if(data133 > 1073741824 || isNaN(data133)){
return false;
}
else {
if(data133 < 65536 || isNaN(data133)){
return false;
}
}
}
}
var valid35 = _errs300 === errors;
}
else {
var valid35 = true;
}
if(valid35){
if(data120.File !== undefined){
let data134 = data120.File;
const _errs302 = errors;
if(!((typeof data134 == "number") && (!(data134 % 1) && !isNaN(data134)))){
return false;
}
if(errors === _errs302){
if(typeof data134 == "number"){
if(data134 > 68719476736 || isNaN(data134)){
return false;
}
else {
if(data134 < 1024 || isNaN(data134)){
return false;
}
}
}
}
var valid35 = _errs302 === errors;
}
else {
var valid35 = true;
}
if(valid35){
if(data120.FilesPerRun !== undefined){
let data135 = data120.FilesPerRun;
const _errs304 = errors;
if(!((typeof data135 == "number") && (!(data135 % 1) && !isNaN(data135)))){
return false;
}
if(errors === _errs304){
if(typeof data135 == "number"){
if(data135 > 100000 || isNaN(data135)){
return false;
}
else {
if(data135 < 1 || isNaN(data135)){
return false;
}
}
}
}
var valid35 = _errs304 === errors;
}
else {
var valid35 = true;
}
if(valid35){
if(data120.RunNesting !== undefined){
let data136 = data120.RunNesting;
const _errs306 = errors;
if(!((typeof data136 == "number") && (!(data136 % 1) && !isNaN(data136)))){
return false;
}
if(errors === _errs306){
if(typeof data136 == "number"){
if(data136 > 256 || isNaN(data136)){
return false;
}
else {
if(data136 < 1 || isNaN(data136)){
return false;
}
}
}
}
var valid35 = _errs306 === errors;
}
else {
var valid35 = true;
}
if(valid35){
if(data120.RunChildren !== undefined){
let data137 = data120.RunChildren;
const _errs308 = errors;
if(!((typeof data137 == "number") && (!(data137 % 1) && !isNaN(data137)))){
return false;
}
if(errors === _errs308){
if(typeof data137 == "number"){
if(data137 > 1000000 || isNaN(data137)){
return false;
}
else {
if(data137 < 1 || isNaN(data137)){
return false;
}
}
}
}
var valid35 = _errs308 === errors;
}
else {
var valid35 = true;
}
if(valid35){
if(data120.ListPage !== undefined){
let data138 = data120.ListPage;
const _errs310 = errors;
if(!((typeof data138 == "number") && (!(data138 % 1) && !isNaN(data138)))){
return false;
}
if(errors === _errs310){
if(typeof data138 == "number"){
if(data138 > 1000 || isNaN(data138)){
return false;
}
else {
if(data138 < 1 || isNaN(data138)){
return false;
}
}
}
}
var valid35 = _errs310 === errors;
}
else {
var valid35 = true;
}
if(valid35){
if(data120.FlowDuration !== undefined){
let data139 = data120.FlowDuration;
const _errs312 = errors;
if(!((typeof data139 == "number") && (!(data139 % 1) && !isNaN(data139)))){
return false;
}
if(errors === _errs312){
if(typeof data139 == "number"){
if(data139 > 3153600000 || isNaN(data139)){
return false;
}
else {
if(data139 < 1 || isNaN(data139)){
return false;
}
}
}
}
var valid35 = _errs312 === errors;
}
else {
var valid35 = true;
}
if(valid35){
if(data120.ConcurrentRuns !== undefined){
let data140 = data120.ConcurrentRuns;
const _errs314 = errors;
if(!((typeof data140 == "number") && (!(data140 % 1) && !isNaN(data140)))){
return false;
}
if(errors === _errs314){
if(typeof data140 == "number"){
if(data140 > 100000 || isNaN(data140)){
return false;
}
else {
if(data140 < 1 || isNaN(data140)){
return false;
}
}
}
}
var valid35 = _errs314 === errors;
}
else {
var valid35 = true;
}
if(valid35){
if(data120.PendingRuns !== undefined){
let data141 = data120.PendingRuns;
const _errs316 = errors;
if(!((typeof data141 == "number") && (!(data141 % 1) && !isNaN(data141)))){
return false;
}
if(errors === _errs316){
if(typeof data141 == "number"){
if(data141 > 10000000 || isNaN(data141)){
return false;
}
else {
if(data141 < 1 || isNaN(data141)){
return false;
}
}
}
}
var valid35 = _errs316 === errors;
}
else {
var valid35 = true;
}
if(valid35){
if(data120.CallsInFlight !== undefined){
let data142 = data120.CallsInFlight;
const _errs318 = errors;
if(!((typeof data142 == "number") && (!(data142 % 1) && !isNaN(data142)))){
return false;
}
if(errors === _errs318){
if(typeof data142 == "number"){
if(data142 > 100000 || isNaN(data142)){
return false;
}
else {
if(data142 < 1 || isNaN(data142)){
return false;
}
}
}
}
var valid35 = _errs318 === errors;
}
else {
var valid35 = true;
}
if(valid35){
if(data120.Shares !== undefined){
let data143 = data120.Shares;
const _errs320 = errors;
if(errors === _errs320){
if(Array.isArray(data143)){
if(data143.length > 100){
return false;
}
else {
var valid36 = true;
const len6 = data143.length;
for(let i6=0; i6<len6; i6++){
let data144 = data143[i6];
const _errs322 = errors;
if(errors === _errs322){
if(data144 && typeof data144 == "object" && !Array.isArray(data144)){
if(Object.keys(data144).length < 2){
return false;
}
else {
let missing8;
if((data144.weight === undefined) && (missing8 = "weight")){
return false;
}
else {
const _errs324 = errors;
for(const key29 in data144){
if(!(((key29 === "branch") || (key29 === "flow")) || (key29 === "weight"))){
return false;
break;
}
}
if(_errs324 === errors){
if(data144.branch !== undefined){
let data145 = data144.branch;
const _errs325 = errors;
if(errors === _errs325){
if(typeof data145 === "string"){
if(func2(data145) > 255){
return false;
}
else {
if(func2(data145) < 1){
return false;
}
}
}
else {
return false;
}
}
var valid37 = _errs325 === errors;
}
else {
var valid37 = true;
}
if(valid37){
if(data144.flow !== undefined){
let data146 = data144.flow;
const _errs327 = errors;
if(errors === _errs327){
if(typeof data146 === "string"){
if(func2(data146) > 255){
return false;
}
else {
if(func2(data146) < 1){
return false;
}
}
}
else {
return false;
}
}
var valid37 = _errs327 === errors;
}
else {
var valid37 = true;
}
if(valid37){
if(data144.weight !== undefined){
let data147 = data144.weight;
const _errs329 = errors;
if(!((typeof data147 == "number") && (!(data147 % 1) && !isNaN(data147)))){
return false;
}
if(errors === _errs329){
if(typeof data147 == "number"){
if(data147 > 100 || isNaN(data147)){
return false;
}
else {
if(data147 < 1 || isNaN(data147)){
return false;
}
}
}
}
var valid37 = _errs329 === errors;
}
else {
var valid37 = true;
}
}
}
}
}
}
}
else {
return false;
}
}
var valid36 = _errs322 === errors;
if(!valid36){
break;
}
}
}
}
else {
return false;
}
}
var valid35 = _errs320 === errors;
}
else {
var valid35 = true;
}
if(valid35){
if(data120.GitTransfer !== undefined){
let data148 = data120.GitTransfer;
const _errs331 = errors;
if(!((typeof data148 == "number") && (!(data148 % 1) && !isNaN(data148)))){
return false;
}
if(errors === _errs331){
if(typeof data148 == "number"){
if(data148 > 4294967296 || isNaN(data148)){
return false;
}
else {
if(data148 < 1048576 || isNaN(data148)){
return false;
}
}
}
}
var valid35 = _errs331 === errors;
}
else {
var valid35 = true;
}
if(valid35){
if(data120.RequestsPerMinute !== undefined){
let data149 = data120.RequestsPerMinute;
const _errs333 = errors;
if(!((typeof data149 == "number") && (!(data149 % 1) && !isNaN(data149)))){
return false;
}
if(errors === _errs333){
if(typeof data149 == "number"){
if(data149 > 10000000 || isNaN(data149)){
return false;
}
else {
if(data149 < 1 || isNaN(data149)){
return false;
}
}
}
}
var valid35 = _errs333 === errors;
}
else {
var valid35 = true;
}
if(valid35){
if(data120.WebhooksPerMinute !== undefined){
let data150 = data120.WebhooksPerMinute;
const _errs335 = errors;
if(!((typeof data150 == "number") && (!(data150 % 1) && !isNaN(data150)))){
return false;
}
if(errors === _errs335){
if(typeof data150 == "number"){
if(data150 > 10000000 || isNaN(data150)){
return false;
}
else {
if(data150 < 1 || isNaN(data150)){
return false;
}
}
}
}
var valid35 = _errs335 === errors;
}
else {
var valid35 = true;
}
if(valid35){
if(data120.SignInsPerMinute !== undefined){
let data151 = data120.SignInsPerMinute;
const _errs337 = errors;
if(!((typeof data151 == "number") && (!(data151 % 1) && !isNaN(data151)))){
return false;
}
if(errors === _errs337){
if(typeof data151 == "number"){
if(data151 > 10000 || isNaN(data151)){
return false;
}
else {
if(data151 < 1 || isNaN(data151)){
return false;
}
}
}
}
var valid35 = _errs337 === errors;
}
else {
var valid35 = true;
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
return false;
}
}
var valid0 = _errs273 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.Flows !== undefined){
let data152 = data.Flows;
const _errs339 = errors;
if(errors === _errs339){
if(data152 && typeof data152 == "object" && !Array.isArray(data152)){
const _errs341 = errors;
for(const key30 in data152){
if(!((((((key30 === "Environment") || (key30 === "AllowPrivateNetworks")) || (key30 === "TaskData")) || (key30 === "AllowContainers")) || (key30 === "AllowProcesses")) || (key30 === "Python"))){
return false;
break;
}
}
if(_errs341 === errors){
if(data152.Environment !== undefined){
let data153 = data152.Environment;
const _errs342 = errors;
if(errors === _errs342){
if(typeof data153 === "string"){
if(!pattern26.test(data153)){
return false;
}
}
else {
return false;
}
}
var valid38 = _errs342 === errors;
}
else {
var valid38 = true;
}
if(valid38){
if(data152.AllowPrivateNetworks !== undefined){
const _errs344 = errors;
if(typeof data152.AllowPrivateNetworks !== "boolean"){
return false;
}
var valid38 = _errs344 === errors;
}
else {
var valid38 = true;
}
if(valid38){
if(data152.TaskData !== undefined){
let data155 = data152.TaskData;
const _errs346 = errors;
if(typeof data155 !== "string"){
return false;
}
if(!(((data155 === "all") || (data155 === "failed")) || (data155 === "none"))){
return false;
}
var valid38 = _errs346 === errors;
}
else {
var valid38 = true;
}
if(valid38){
if(data152.AllowContainers !== undefined){
const _errs348 = errors;
if(typeof data152.AllowContainers !== "boolean"){
return false;
}
var valid38 = _errs348 === errors;
}
else {
var valid38 = true;
}
if(valid38){
if(data152.AllowProcesses !== undefined){
const _errs350 = errors;
if(typeof data152.AllowProcesses !== "boolean"){
return false;
}
var valid38 = _errs350 === errors;
}
else {
var valid38 = true;
}
if(valid38){
if(data152.Python !== undefined){
let data158 = data152.Python;
const _errs352 = errors;
if(errors === _errs352){
if(typeof data158 === "string"){
if(func2(data158) < 1){
return false;
}
}
else {
return false;
}
}
var valid38 = _errs352 === errors;
}
else {
var valid38 = true;
}
}
}
}
}
}
}
}
else {
return false;
}
}
var valid0 = _errs339 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.Connections !== undefined){
let data159 = data.Connections;
const _errs354 = errors;
if(errors === _errs354){
if(data159 && typeof data159 == "object" && !Array.isArray(data159)){
const _errs356 = errors;
for(const key31 in data159){
if(!(key31 === "TestEvery")){
return false;
break;
}
}
if(_errs356 === errors){
if(data159.TestEvery !== undefined){
let data160 = data159.TestEvery;
const _errs357 = errors;
if(!((typeof data160 == "number") && (!(data160 % 1) && !isNaN(data160)))){
return false;
}
if(errors === _errs357){
if(typeof data160 == "number"){
if(data160 > 86400 || isNaN(data160)){
return false;
}
else {
if(data160 < 60 || isNaN(data160)){
return false;
}
}
}
}
}
}
}
else {
return false;
}
}
var valid0 = _errs354 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.Connectors !== undefined){
let data161 = data.Connectors;
const _errs359 = errors;
if(errors === _errs359){
if(data161 && typeof data161 == "object" && !Array.isArray(data161)){
const _errs361 = errors;
for(const key32 in data161){
if(!((key32 === "Sql") || (key32 === "Packages"))){
return false;
break;
}
}
if(_errs361 === errors){
if(data161.Sql !== undefined){
let data162 = data161.Sql;
const _errs362 = errors;
if(errors === _errs362){
if(data162 && typeof data162 == "object" && !Array.isArray(data162)){
const _errs364 = errors;
for(const key33 in data162){
if(!((key33 === "Directory") || (key33 === "AllowAnyFile"))){
return false;
break;
}
}
if(_errs364 === errors){
if(data162.Directory !== undefined){
let data163 = data162.Directory;
const _errs365 = errors;
if(errors === _errs365){
if(typeof data163 === "string"){
if(func2(data163) < 1){
return false;
}
}
else {
return false;
}
}
var valid41 = _errs365 === errors;
}
else {
var valid41 = true;
}
if(valid41){
if(data162.AllowAnyFile !== undefined){
const _errs367 = errors;
if(typeof data162.AllowAnyFile !== "boolean"){
return false;
}
var valid41 = _errs367 === errors;
}
else {
var valid41 = true;
}
}
}
}
else {
return false;
}
}
var valid40 = _errs362 === errors;
}
else {
var valid40 = true;
}
if(valid40){
if(data161.Packages !== undefined){
let data165 = data161.Packages;
const _errs369 = errors;
if(errors === _errs369){
if(Array.isArray(data165)){
var valid42 = true;
const len7 = data165.length;
for(let i7=0; i7<len7; i7++){
let data166 = data165[i7];
const _errs371 = errors;
if(errors === _errs371){
if(typeof data166 === "string"){
if(func2(data166) < 1){
return false;
}
}
else {
return false;
}
}
var valid42 = _errs371 === errors;
if(!valid42){
break;
}
}
}
else {
return false;
}
}
var valid40 = _errs369 === errors;
}
else {
var valid40 = true;
}
}
}
}
else {
return false;
}
}
var valid0 = _errs359 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.Files !== undefined){
let data167 = data.Files;
const _errs373 = errors;
if(errors === _errs373){
if(data167 && typeof data167 == "object" && !Array.isArray(data167)){
const _errs375 = errors;
for(const key34 in data167){
if(!(key34 === "Bucket")){
return false;
break;
}
}
if(_errs375 === errors){
if(data167.Bucket !== undefined){
let data168 = data167.Bucket;
const _errs376 = errors;
if(errors === _errs376){
if(data168 && typeof data168 == "object" && !Array.isArray(data168)){
let missing9;
if(((data168.Name === undefined) && (missing9 = "Name")) || ((data168.Secret === undefined) && (missing9 = "Secret"))){
return false;
}
else {
const _errs378 = errors;
for(const key35 in data168){
if(!((((((key35 === "Name") || (key35 === "Prefix")) || (key35 === "Region")) || (key35 === "Endpoint")) || (key35 === "PathStyle")) || (key35 === "Secret"))){
return false;
break;
}
}
if(_errs378 === errors){
if(data168.Name !== undefined){
let data169 = data168.Name;
const _errs379 = errors;
if(errors === _errs379){
if(typeof data169 === "string"){
if(!pattern27.test(data169)){
return false;
}
}
else {
return false;
}
}
var valid44 = _errs379 === errors;
}
else {
var valid44 = true;
}
if(valid44){
if(data168.Prefix !== undefined){
let data170 = data168.Prefix;
const _errs381 = errors;
if(errors === _errs381){
if(typeof data170 === "string"){
if(!pattern28.test(data170)){
return false;
}
}
else {
return false;
}
}
var valid44 = _errs381 === errors;
}
else {
var valid44 = true;
}
if(valid44){
if(data168.Region !== undefined){
let data171 = data168.Region;
const _errs383 = errors;
if(errors === _errs383){
if(typeof data171 === "string"){
if(func2(data171) < 1){
return false;
}
}
else {
return false;
}
}
var valid44 = _errs383 === errors;
}
else {
var valid44 = true;
}
if(valid44){
if(data168.Endpoint !== undefined){
let data172 = data168.Endpoint;
const _errs385 = errors;
if(errors === _errs385){
if(typeof data172 === "string"){
if(!pattern29.test(data172)){
return false;
}
}
else {
return false;
}
}
var valid44 = _errs385 === errors;
}
else {
var valid44 = true;
}
if(valid44){
if(data168.PathStyle !== undefined){
const _errs387 = errors;
if(typeof data168.PathStyle !== "boolean"){
return false;
}
var valid44 = _errs387 === errors;
}
else {
var valid44 = true;
}
if(valid44){
if(data168.Secret !== undefined){
let data174 = data168.Secret;
const _errs389 = errors;
if(errors === _errs389){
if(typeof data174 === "string"){
if(func2(data174) < 1){
return false;
}
else {
if(!pattern8.test(data174)){
return false;
}
}
}
else {
return false;
}
}
var valid44 = _errs389 === errors;
}
else {
var valid44 = true;
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
return false;
}
}
}
}
}
else {
return false;
}
}
var valid0 = _errs373 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.Backups !== undefined){
let data175 = data.Backups;
const _errs391 = errors;
if(errors === _errs391){
if(data175 && typeof data175 == "object" && !Array.isArray(data175)){
const _errs393 = errors;
for(const key36 in data175){
if(!((((((key36 === "Schedule") || (key36 === "Categories")) || (key36 === "Keep")) || (key36 === "KeepDays")) || (key36 === "Directory")) || (key36 === "LargestUpload"))){
return false;
break;
}
}
if(_errs393 === errors){
if(data175.Schedule !== undefined){
let data176 = data175.Schedule;
const _errs394 = errors;
if(errors === _errs394){
if(typeof data176 === "string"){
if(func2(data176) > 200){
return false;
}
else {
if(func2(data176) < 1){
return false;
}
}
}
else {
return false;
}
}
var valid45 = _errs394 === errors;
}
else {
var valid45 = true;
}
if(valid45){
if(data175.Categories !== undefined){
let data177 = data175.Categories;
const _errs396 = errors;
if(errors === _errs396){
if(Array.isArray(data177)){
if(data177.length < 1){
return false;
}
else {
var valid46 = true;
const len8 = data177.length;
for(let i8=0; i8<len8; i8++){
let data178 = data177[i8];
const _errs398 = errors;
if(typeof data178 !== "string"){
return false;
}
if(!((((((((data178 === "flows") || (data178 === "environments")) || (data178 === "connections")) || (data178 === "config")) || (data178 === "secrets")) || (data178 === "users")) || (data178 === "runs")) || (data178 === "settings"))){
return false;
}
var valid46 = _errs398 === errors;
if(!valid46){
break;
}
}
if(valid46){
let i9 = data177.length;
let j0;
if(i9 > 1){
const indices0 = {};
for(;i9--;){
let item0 = data177[i9];
if(typeof item0 !== "string"){
continue;
}
if(typeof indices0[item0] == "number"){
j0 = indices0[item0];
return false;
break;
}
indices0[item0] = i9;
}
}
}
}
}
else {
return false;
}
}
var valid45 = _errs396 === errors;
}
else {
var valid45 = true;
}
if(valid45){
if(data175.Keep !== undefined){
let data179 = data175.Keep;
const _errs400 = errors;
if(!((typeof data179 == "number") && (!(data179 % 1) && !isNaN(data179)))){
return false;
}
if(errors === _errs400){
if(typeof data179 == "number"){
if(data179 > 10000 || isNaN(data179)){
return false;
}
else {
if(data179 < 1 || isNaN(data179)){
return false;
}
}
}
}
var valid45 = _errs400 === errors;
}
else {
var valid45 = true;
}
if(valid45){
if(data175.KeepDays !== undefined){
let data180 = data175.KeepDays;
const _errs402 = errors;
if(!((typeof data180 == "number") && (!(data180 % 1) && !isNaN(data180)))){
return false;
}
if(errors === _errs402){
if(typeof data180 == "number"){
if(data180 > 36500 || isNaN(data180)){
return false;
}
else {
if(data180 < 1 || isNaN(data180)){
return false;
}
}
}
}
var valid45 = _errs402 === errors;
}
else {
var valid45 = true;
}
if(valid45){
if(data175.Directory !== undefined){
let data181 = data175.Directory;
const _errs404 = errors;
if(errors === _errs404){
if(typeof data181 === "string"){
if(func2(data181) < 1){
return false;
}
}
else {
return false;
}
}
var valid45 = _errs404 === errors;
}
else {
var valid45 = true;
}
if(valid45){
if(data175.LargestUpload !== undefined){
let data182 = data175.LargestUpload;
const _errs406 = errors;
if(!((typeof data182 == "number") && (!(data182 % 1) && !isNaN(data182)))){
return false;
}
if(errors === _errs406){
if(typeof data182 == "number"){
if(data182 > 1099511627776 || isNaN(data182)){
return false;
}
else {
if(data182 < 1048576 || isNaN(data182)){
return false;
}
}
}
}
var valid45 = _errs406 === errors;
}
else {
var valid45 = true;
}
}
}
}
}
}
}
}
else {
return false;
}
}
var valid0 = _errs391 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.Retention !== undefined){
let data183 = data.Retention;
const _errs408 = errors;
if(errors === _errs408){
if(data183 && typeof data183 == "object" && !Array.isArray(data183)){
const _errs410 = errors;
for(const key37 in data183){
if(!(func1.call(schema19.properties.Retention.properties, key37))){
return false;
break;
}
}
if(_errs410 === errors){
if(data183.CompletedRuns !== undefined){
let data184 = data183.CompletedRuns;
const _errs411 = errors;
if(!((typeof data184 == "number") && (!(data184 % 1) && !isNaN(data184)))){
return false;
}
if(errors === _errs411){
if(typeof data184 == "number"){
if(data184 > 36500 || isNaN(data184)){
return false;
}
else {
if(data184 < 1 || isNaN(data184)){
return false;
}
}
}
}
var valid48 = _errs411 === errors;
}
else {
var valid48 = true;
}
if(valid48){
if(data183.FaultedRuns !== undefined){
let data185 = data183.FaultedRuns;
const _errs413 = errors;
if(!((typeof data185 == "number") && (!(data185 % 1) && !isNaN(data185)))){
return false;
}
if(errors === _errs413){
if(typeof data185 == "number"){
if(data185 > 36500 || isNaN(data185)){
return false;
}
else {
if(data185 < 1 || isNaN(data185)){
return false;
}
}
}
}
var valid48 = _errs413 === errors;
}
else {
var valid48 = true;
}
if(valid48){
if(data183.Events !== undefined){
let data186 = data183.Events;
const _errs415 = errors;
if(!((typeof data186 == "number") && (!(data186 % 1) && !isNaN(data186)))){
return false;
}
if(errors === _errs415){
if(typeof data186 == "number"){
if(data186 > 36500 || isNaN(data186)){
return false;
}
else {
if(data186 < 1 || isNaN(data186)){
return false;
}
}
}
}
var valid48 = _errs415 === errors;
}
else {
var valid48 = true;
}
if(valid48){
if(data183.Audit !== undefined){
let data187 = data183.Audit;
const _errs417 = errors;
if(!((typeof data187 == "number") && (!(data187 % 1) && !isNaN(data187)))){
return false;
}
if(errors === _errs417){
if(typeof data187 == "number"){
if(data187 > 36500 || isNaN(data187)){
return false;
}
else {
if(data187 < 1 || isNaN(data187)){
return false;
}
}
}
}
var valid48 = _errs417 === errors;
}
else {
var valid48 = true;
}
if(valid48){
if(data183.Proposals !== undefined){
let data188 = data183.Proposals;
const _errs419 = errors;
if(!((typeof data188 == "number") && (!(data188 % 1) && !isNaN(data188)))){
return false;
}
if(errors === _errs419){
if(typeof data188 == "number"){
if(data188 > 36500 || isNaN(data188)){
return false;
}
else {
if(data188 < 1 || isNaN(data188)){
return false;
}
}
}
}
var valid48 = _errs419 === errors;
}
else {
var valid48 = true;
}
if(valid48){
if(data183.Deliveries !== undefined){
let data189 = data183.Deliveries;
const _errs421 = errors;
if(!((typeof data189 == "number") && (!(data189 % 1) && !isNaN(data189)))){
return false;
}
if(errors === _errs421){
if(typeof data189 == "number"){
if(data189 > 36500 || isNaN(data189)){
return false;
}
else {
if(data189 < 1 || isNaN(data189)){
return false;
}
}
}
}
var valid48 = _errs421 === errors;
}
else {
var valid48 = true;
}
if(valid48){
if(data183.ParkedMessages !== undefined){
let data190 = data183.ParkedMessages;
const _errs423 = errors;
if(!((typeof data190 == "number") && (!(data190 % 1) && !isNaN(data190)))){
return false;
}
if(errors === _errs423){
if(typeof data190 == "number"){
if(data190 > 36500 || isNaN(data190)){
return false;
}
else {
if(data190 < 1 || isNaN(data190)){
return false;
}
}
}
}
var valid48 = _errs423 === errors;
}
else {
var valid48 = true;
}
if(valid48){
if(data183.Occurrences !== undefined){
let data191 = data183.Occurrences;
const _errs425 = errors;
if(!((typeof data191 == "number") && (!(data191 % 1) && !isNaN(data191)))){
return false;
}
if(errors === _errs425){
if(typeof data191 == "number"){
if(data191 > 36500 || isNaN(data191)){
return false;
}
else {
if(data191 < 1 || isNaN(data191)){
return false;
}
}
}
}
var valid48 = _errs425 === errors;
}
else {
var valid48 = true;
}
if(valid48){
if(data183.Tickets !== undefined){
let data192 = data183.Tickets;
const _errs427 = errors;
if(!((typeof data192 == "number") && (!(data192 % 1) && !isNaN(data192)))){
return false;
}
if(errors === _errs427){
if(typeof data192 == "number"){
if(data192 > 36500 || isNaN(data192)){
return false;
}
else {
if(data192 < 1 || isNaN(data192)){
return false;
}
}
}
}
var valid48 = _errs427 === errors;
}
else {
var valid48 = true;
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
return false;
}
}
var valid0 = _errs408 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.Telemetry !== undefined){
let data193 = data.Telemetry;
const _errs429 = errors;
if(errors === _errs429){
if(data193 && typeof data193 == "object" && !Array.isArray(data193)){
const _errs431 = errors;
for(const key38 in data193){
if(!((((((key38 === "LogLevel") || (key38 === "LogFile")) || (key38 === "PublicMetrics")) || (key38 === "OtlpEndpoint")) || (key38 === "OtlpLogs")) || (key38 === "OtlpToken"))){
return false;
break;
}
}
if(_errs431 === errors){
if(data193.LogLevel !== undefined){
let data194 = data193.LogLevel;
const _errs432 = errors;
if(typeof data194 !== "string"){
return false;
}
if(!(((((((data194 === "silent") || (data194 === "fatal")) || (data194 === "error")) || (data194 === "warn")) || (data194 === "info")) || (data194 === "debug")) || (data194 === "trace"))){
return false;
}
var valid49 = _errs432 === errors;
}
else {
var valid49 = true;
}
if(valid49){
if(data193.LogFile !== undefined){
let data195 = data193.LogFile;
const _errs434 = errors;
if(errors === _errs434){
if(typeof data195 === "string"){
if(func2(data195) < 1){
return false;
}
}
else {
return false;
}
}
var valid49 = _errs434 === errors;
}
else {
var valid49 = true;
}
if(valid49){
if(data193.PublicMetrics !== undefined){
const _errs436 = errors;
if(typeof data193.PublicMetrics !== "boolean"){
return false;
}
var valid49 = _errs436 === errors;
}
else {
var valid49 = true;
}
if(valid49){
if(data193.OtlpEndpoint !== undefined){
let data197 = data193.OtlpEndpoint;
const _errs438 = errors;
if(errors === _errs438){
if(typeof data197 === "string"){
if(!pattern31.test(data197)){
return false;
}
}
else {
return false;
}
}
var valid49 = _errs438 === errors;
}
else {
var valid49 = true;
}
if(valid49){
if(data193.OtlpLogs !== undefined){
const _errs440 = errors;
if(typeof data193.OtlpLogs !== "boolean"){
return false;
}
var valid49 = _errs440 === errors;
}
else {
var valid49 = true;
}
if(valid49){
if(data193.OtlpToken !== undefined){
let data199 = data193.OtlpToken;
const _errs442 = errors;
if(errors === _errs442){
if(typeof data199 === "string"){
if(func2(data199) < 1){
return false;
}
}
else {
return false;
}
}
var valid49 = _errs442 === errors;
}
else {
var valid49 = true;
}
}
}
}
}
}
}
}
else {
return false;
}
}
var valid0 = _errs429 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.Support !== undefined){
let data200 = data.Support;
const _errs444 = errors;
if(errors === _errs444){
if(data200 && typeof data200 == "object" && !Array.isArray(data200)){
const _errs446 = errors;
for(const key39 in data200){
if(!(key39 === "Url")){
return false;
break;
}
}
if(_errs446 === errors){
if(data200.Url !== undefined){
let data201 = data200.Url;
const _errs447 = errors;
if(errors === _errs447){
if(typeof data201 === "string"){
if(!pattern31.test(data201)){
return false;
}
}
else {
return false;
}
}
}
}
}
else {
return false;
}
}
var valid0 = _errs444 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.Events !== undefined){
let data202 = data.Events;
const _errs449 = errors;
if(errors === _errs449){
if(data202 && typeof data202 == "object" && !Array.isArray(data202)){
const _errs451 = errors;
for(const key40 in data202){
if(!(key40 === "Webhooks")){
return false;
break;
}
}
if(_errs451 === errors){
if(data202.Webhooks !== undefined){
let data203 = data202.Webhooks;
const _errs452 = errors;
if(errors === _errs452){
if(Array.isArray(data203)){
var valid52 = true;
const len9 = data203.length;
for(let i10=0; i10<len9; i10++){
let data204 = data203[i10];
const _errs454 = errors;
if(errors === _errs454){
if(data204 && typeof data204 == "object" && !Array.isArray(data204)){
let missing10;
if(((data204.Url === undefined) && (missing10 = "Url")) || ((data204.Secret === undefined) && (missing10 = "Secret"))){
return false;
}
else {
const _errs456 = errors;
for(const key41 in data204){
if(!(((key41 === "Url") || (key41 === "Secret")) || (key41 === "Types"))){
return false;
break;
}
}
if(_errs456 === errors){
if(data204.Url !== undefined){
let data205 = data204.Url;
const _errs457 = errors;
if(errors === _errs457){
if(typeof data205 === "string"){
if(!pattern31.test(data205)){
return false;
}
}
else {
return false;
}
}
var valid53 = _errs457 === errors;
}
else {
var valid53 = true;
}
if(valid53){
if(data204.Secret !== undefined){
let data206 = data204.Secret;
const _errs459 = errors;
if(errors === _errs459){
if(typeof data206 === "string"){
if(func2(data206) < 8){
return false;
}
}
else {
return false;
}
}
var valid53 = _errs459 === errors;
}
else {
var valid53 = true;
}
if(valid53){
if(data204.Types !== undefined){
let data207 = data204.Types;
const _errs461 = errors;
if(errors === _errs461){
if(Array.isArray(data207)){
if(data207.length < 1){
return false;
}
else {
var valid54 = true;
const len10 = data207.length;
for(let i11=0; i11<len10; i11++){
let data208 = data207[i11];
const _errs463 = errors;
if(errors === _errs463){
if(typeof data208 === "string"){
if(!pattern34.test(data208)){
return false;
}
}
else {
return false;
}
}
var valid54 = _errs463 === errors;
if(!valid54){
break;
}
}
}
}
else {
return false;
}
}
var valid53 = _errs461 === errors;
}
else {
var valid53 = true;
}
}
}
}
}
}
else {
return false;
}
}
var valid52 = _errs454 === errors;
if(!valid52){
break;
}
}
}
else {
return false;
}
}
}
}
}
else {
return false;
}
}
var valid0 = _errs449 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.Notify !== undefined){
let data209 = data.Notify;
const _errs465 = errors;
if(errors === _errs465){
if(data209 && typeof data209 == "object" && !Array.isArray(data209)){
const _errs467 = errors;
for(const key42 in data209){
if(!(((((key42 === "Connection") || (key42 === "Webhook")) || (key42 === "Mail")) || (key42 === "On")) || (key42 === "Window"))){
return false;
break;
}
}
if(_errs467 === errors){
if(data209.Connection !== undefined){
let data210 = data209.Connection;
const _errs468 = errors;
if(errors === _errs468){
if(data210 && typeof data210 == "object" && !Array.isArray(data210)){
let missing11;
if(((data210.Name === undefined) && (missing11 = "Name")) || ((data210.Action === undefined) && (missing11 = "Action"))){
return false;
}
else {
const _errs470 = errors;
for(const key43 in data210){
if(!((((key43 === "Name") || (key43 === "Action")) || (key43 === "With")) || (key43 === "Environment"))){
return false;
break;
}
}
if(_errs470 === errors){
if(data210.Name !== undefined){
let data211 = data210.Name;
const _errs471 = errors;
if(errors === _errs471){
if(typeof data211 === "string"){
if(func2(data211) > 63){
return false;
}
else {
if(func2(data211) < 1){
return false;
}
}
}
else {
return false;
}
}
var valid56 = _errs471 === errors;
}
else {
var valid56 = true;
}
if(valid56){
if(data210.Action !== undefined){
let data212 = data210.Action;
const _errs473 = errors;
if(errors === _errs473){
if(typeof data212 === "string"){
if(func2(data212) > 200){
return false;
}
else {
if(func2(data212) < 1){
return false;
}
}
}
else {
return false;
}
}
var valid56 = _errs473 === errors;
}
else {
var valid56 = true;
}
if(valid56){
if(data210.With !== undefined){
let data213 = data210.With;
const _errs475 = errors;
if(errors === _errs475){
if(data213 && typeof data213 == "object" && !Array.isArray(data213)){
if(Object.keys(data213).length > 50){
return false;
}
}
else {
return false;
}
}
var valid56 = _errs475 === errors;
}
else {
var valid56 = true;
}
if(valid56){
if(data210.Environment !== undefined){
let data214 = data210.Environment;
const _errs477 = errors;
if(errors === _errs477){
if(typeof data214 === "string"){
if(func2(data214) > 63){
return false;
}
else {
if(func2(data214) < 1){
return false;
}
}
}
else {
return false;
}
}
var valid56 = _errs477 === errors;
}
else {
var valid56 = true;
}
}
}
}
}
}
}
else {
return false;
}
}
var valid55 = _errs468 === errors;
}
else {
var valid55 = true;
}
if(valid55){
if(data209.Webhook !== undefined){
let data215 = data209.Webhook;
const _errs479 = errors;
if(errors === _errs479){
if(data215 && typeof data215 == "object" && !Array.isArray(data215)){
let missing12;
if((data215.Url === undefined) && (missing12 = "Url")){
return false;
}
else {
const _errs481 = errors;
for(const key44 in data215){
if(!((key44 === "Url") || (key44 === "Secret"))){
return false;
break;
}
}
if(_errs481 === errors){
if(data215.Url !== undefined){
let data216 = data215.Url;
const _errs482 = errors;
if(errors === _errs482){
if(typeof data216 === "string"){
if(!pattern31.test(data216)){
return false;
}
}
else {
return false;
}
}
var valid57 = _errs482 === errors;
}
else {
var valid57 = true;
}
if(valid57){
if(data215.Secret !== undefined){
let data217 = data215.Secret;
const _errs484 = errors;
if(errors === _errs484){
if(typeof data217 === "string"){
if(func2(data217) < 8){
return false;
}
}
else {
return false;
}
}
var valid57 = _errs484 === errors;
}
else {
var valid57 = true;
}
}
}
}
}
else {
return false;
}
}
var valid55 = _errs479 === errors;
}
else {
var valid55 = true;
}
if(valid55){
if(data209.Mail !== undefined){
let data218 = data209.Mail;
const _errs486 = errors;
if(errors === _errs486){
if(data218 && typeof data218 == "object" && !Array.isArray(data218)){
let missing13;
if(((data218.Connection === undefined) && (missing13 = "Connection")) || ((data218.To === undefined) && (missing13 = "To"))){
return false;
}
else {
const _errs488 = errors;
for(const key45 in data218){
if(!((((key45 === "Connection") || (key45 === "To")) || (key45 === "From")) || (key45 === "Environment"))){
return false;
break;
}
}
if(_errs488 === errors){
if(data218.Connection !== undefined){
let data219 = data218.Connection;
const _errs489 = errors;
if(errors === _errs489){
if(typeof data219 === "string"){
if(func2(data219) > 63){
return false;
}
else {
if(func2(data219) < 1){
return false;
}
}
}
else {
return false;
}
}
var valid58 = _errs489 === errors;
}
else {
var valid58 = true;
}
if(valid58){
if(data218.To !== undefined){
let data220 = data218.To;
const _errs491 = errors;
if(errors === _errs491){
if(Array.isArray(data220)){
if(data220.length > 50){
return false;
}
else {
if(data220.length < 1){
return false;
}
else {
var valid59 = true;
const len11 = data220.length;
for(let i12=0; i12<len11; i12++){
let data221 = data220[i12];
const _errs493 = errors;
if(errors === _errs493){
if(typeof data221 === "string"){
if(func2(data221) > 254){
return false;
}
else {
if(!pattern36.test(data221)){
return false;
}
}
}
else {
return false;
}
}
var valid59 = _errs493 === errors;
if(!valid59){
break;
}
}
}
}
}
else {
return false;
}
}
var valid58 = _errs491 === errors;
}
else {
var valid58 = true;
}
if(valid58){
if(data218.From !== undefined){
let data222 = data218.From;
const _errs495 = errors;
if(errors === _errs495){
if(typeof data222 === "string"){
if(func2(data222) > 254){
return false;
}
else {
if(!pattern36.test(data222)){
return false;
}
}
}
else {
return false;
}
}
var valid58 = _errs495 === errors;
}
else {
var valid58 = true;
}
if(valid58){
if(data218.Environment !== undefined){
let data223 = data218.Environment;
const _errs497 = errors;
if(errors === _errs497){
if(typeof data223 === "string"){
if(func2(data223) > 63){
return false;
}
else {
if(func2(data223) < 1){
return false;
}
}
}
else {
return false;
}
}
var valid58 = _errs497 === errors;
}
else {
var valid58 = true;
}
}
}
}
}
}
}
else {
return false;
}
}
var valid55 = _errs486 === errors;
}
else {
var valid55 = true;
}
if(valid55){
if(data209.On !== undefined){
let data224 = data209.On;
const _errs499 = errors;
if(errors === _errs499){
if(Array.isArray(data224)){
if(data224.length < 1){
return false;
}
else {
var valid60 = true;
const len12 = data224.length;
for(let i13=0; i13<len12; i13++){
let data225 = data224[i13];
const _errs501 = errors;
if(typeof data225 !== "string"){
return false;
}
if(!((((data225 === "faulted") || (data225 === "notReady")) || (data225 === "held")) || (data225 === "checks"))){
return false;
}
var valid60 = _errs501 === errors;
if(!valid60){
break;
}
}
if(valid60){
let i14 = data224.length;
let j1;
if(i14 > 1){
const indices1 = {};
for(;i14--;){
let item1 = data224[i14];
if(typeof item1 !== "string"){
continue;
}
if(typeof indices1[item1] == "number"){
j1 = indices1[item1];
return false;
break;
}
indices1[item1] = i14;
}
}
}
}
}
else {
return false;
}
}
var valid55 = _errs499 === errors;
}
else {
var valid55 = true;
}
if(valid55){
if(data209.Window !== undefined){
let data226 = data209.Window;
const _errs503 = errors;
if(!((typeof data226 == "number") && (!(data226 % 1) && !isNaN(data226)))){
return false;
}
if(errors === _errs503){
if(typeof data226 == "number"){
if(data226 > 86400 || isNaN(data226)){
return false;
}
else {
if(data226 < 1 || isNaN(data226)){
return false;
}
}
}
}
var valid55 = _errs503 === errors;
}
else {
var valid55 = true;
}
}
}
}
}
}
}
else {
return false;
}
}
var valid0 = _errs465 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.DataDirectory !== undefined){
let data227 = data.DataDirectory;
const _errs505 = errors;
if(errors === _errs505){
if(typeof data227 === "string"){
if(func2(data227) < 1){
return false;
}
}
else {
return false;
}
}
var valid0 = _errs505 === errors;
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
}
}
}
}
}
}
}
else {
return false;
}
}
return errors === 0;
}

