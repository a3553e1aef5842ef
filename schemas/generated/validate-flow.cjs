// Generated from the JSON Schemas by `npm run generate`. Do not edit.
"use strict";
module.exports = validate52;
module.exports.default = validate52;
const pattern3 = new RegExp("^1\\.0\\.(0|[1-9]\\d*)(-[0-9A-Za-z-]+(\\.[0-9A-Za-z-]+)*)?(\\+[0-9A-Za-z-]+(\\.[0-9A-Za-z-]+)*)?$", "u");
const pattern4 = new RegExp("^[a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?$", "u");
const pattern6 = new RegExp("^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(-[0-9A-Za-z-]+(\\.[0-9A-Za-z-]+)*)?(\\+[0-9A-Za-z-]+(\\.[0-9A-Za-z-]+)*)?$", "u");
const func1 = require("ajv/dist/runtime/ucs2length").default;
const pattern7 = new RegExp("^\\s*\\$\\{[\\s\\S]+\\}\\s*$|^(?!\\s*\\$\\{)([^\\s{}]|\\{[^\\s{}]+\\})+$", "u");

function validate59(data){
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.use === undefined) && (missing0 = "use")){
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(key0 === "use")){
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
return errors === 0;
}


function validate58(data){
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.basic === undefined) && (missing0 = "basic")){
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(key0 === "basic")){
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
errors++;
}
else {
const _errs6 = errors;
for(const key1 in data0){
if(!((key1 === "username") || (key1 === "password"))){
errors++;
break;
}
}
if(_errs6 === errors){
if(data0.username !== undefined){
const _errs7 = errors;
if(typeof data0.username !== "string"){
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
errors++;
}
}
var _valid0 = _errs4 === errors;
if(_valid0){
valid1 = true;
passing0 = 0;
}
const _errs11 = errors;
if(!(validate59(data0))){
errors++;
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
}
}
if(!valid1){
errors++;
return false;
}
else {
errors = _errs3;
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


function validate62(data){
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.bearer === undefined) && (missing0 = "bearer")){
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(key0 === "bearer")){
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
errors++;
}
else {
const _errs6 = errors;
for(const key1 in data0){
if(!(key1 === "token")){
errors++;
break;
}
}
if(_errs6 === errors){
if(data0.token !== undefined){
if(typeof data0.token !== "string"){
errors++;
}
}
}
}
}
else {
errors++;
}
}
var _valid0 = _errs4 === errors;
if(_valid0){
valid1 = true;
passing0 = 0;
}
const _errs9 = errors;
if(!(validate59(data0))){
errors++;
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
}
}
if(!valid1){
errors++;
return false;
}
else {
errors = _errs3;
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


function validate65(data){
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.digest === undefined) && (missing0 = "digest")){
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(key0 === "digest")){
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
errors++;
}
else {
const _errs6 = errors;
for(const key1 in data0){
if(!((key1 === "username") || (key1 === "password"))){
errors++;
break;
}
}
if(_errs6 === errors){
if(data0.username !== undefined){
const _errs7 = errors;
if(typeof data0.username !== "string"){
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
errors++;
}
}
var _valid0 = _errs4 === errors;
if(_valid0){
valid1 = true;
passing0 = 0;
}
const _errs11 = errors;
if(!(validate59(data0))){
errors++;
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
}
}
if(!valid1){
errors++;
return false;
}
else {
errors = _errs3;
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

const schema29 = {"type":"object","required":["oauth2"],"additionalProperties":false,"properties":{"oauth2":{"oneOf":[{"type":"object","required":["authority","grant"],"additionalProperties":false,"properties":{"authority":{"$ref":"#/$defs/oauthAuthority"},"grant":{"$ref":"#/$defs/oauthGrant"},"client":{"$ref":"#/$defs/oauthClient"},"request":{"$ref":"#/$defs/oauthRequest"},"issuers":{"$ref":"#/$defs/oauthIssuers"},"scopes":{"$ref":"#/$defs/oauthScopes"},"audiences":{"$ref":"#/$defs/oauthAudiences"},"username":{"$ref":"#/$defs/oauthUsername"},"password":{"$ref":"#/$defs/oauthPassword"},"subject":{"$ref":"#/$defs/oauthSubject"},"actor":{"$ref":"#/$defs/oauthActor"},"endpoints":{"type":"object","properties":{"token":{"type":"string","default":"/oauth2/token"},"revocation":{"type":"string","default":"/oauth2/revoke"},"introspection":{"type":"string","default":"/oauth2/introspect"}}}}},{"$ref":"#/$defs/secretUse"}]}}};
const func4 = Object.prototype.hasOwnProperty;

function validate69(data){
let errors = 0;
if(errors === 0){
if(typeof data === "string"){
if(!pattern7.test(data)){
return false;
}
}
else {
return false;
}
}
return errors === 0;
}


function validate71(data){
let errors = 0;
if(typeof data !== "string"){
return false;
}
if(!(((((data === "authorization_code") || (data === "client_credentials")) || (data === "password")) || (data === "refresh_token")) || (data === "urn:ietf:params:oauth:grant-type:token-exchange"))){
return false;
}
return errors === 0;
}


function validate73(data){
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
const _errs1 = errors;
for(const key0 in data){
if(!((((key0 === "id") || (key0 === "secret")) || (key0 === "assertion")) || (key0 === "authentication"))){
return false;
break;
}
}
if(_errs1 === errors){
if(data.id !== undefined){
const _errs2 = errors;
if(typeof data.id !== "string"){
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
return false;
}
if(!(((((data3 === "client_secret_basic") || (data3 === "client_secret_post")) || (data3 === "client_secret_jwt")) || (data3 === "private_key_jwt")) || (data3 === "none"))){
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
return false;
}
}
return errors === 0;
}


function validate75(data){
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.encoding !== undefined){
let data0 = data.encoding;
if(typeof data0 !== "string"){
return false;
}
if(!((data0 === "application/x-www-form-urlencoded") || (data0 === "application/json"))){
return false;
}
}
}
else {
return false;
}
}
return errors === 0;
}


function validate77(data){
let errors = 0;
if(errors === 0){
if(Array.isArray(data)){
var valid0 = true;
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
const _errs1 = errors;
if(typeof data[i0] !== "string"){
return false;
}
var valid0 = _errs1 === errors;
if(!valid0){
break;
}
}
}
else {
return false;
}
}
return errors === 0;
}


function validate79(data){
let errors = 0;
if(errors === 0){
if(Array.isArray(data)){
var valid0 = true;
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
const _errs1 = errors;
if(typeof data[i0] !== "string"){
return false;
}
var valid0 = _errs1 === errors;
if(!valid0){
break;
}
}
}
else {
return false;
}
}
return errors === 0;
}


function validate81(data){
let errors = 0;
if(errors === 0){
if(Array.isArray(data)){
var valid0 = true;
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
const _errs1 = errors;
if(typeof data[i0] !== "string"){
return false;
}
var valid0 = _errs1 === errors;
if(!valid0){
break;
}
}
}
else {
return false;
}
}
return errors === 0;
}


function validate83(data){
let errors = 0;
if(typeof data !== "string"){
return false;
}
return errors === 0;
}


function validate85(data){
let errors = 0;
if(typeof data !== "string"){
return false;
}
return errors === 0;
}


function validate87(data){
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.token === undefined) && (missing0 = "token")) || ((data.type === undefined) && (missing0 = "type"))){
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((key0 === "token") || (key0 === "type"))){
return false;
break;
}
}
if(_errs1 === errors){
if(data.token !== undefined){
const _errs2 = errors;
if(typeof data.token !== "string"){
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
return false;
}
}
return errors === 0;
}


function validate89(data){
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.token === undefined) && (missing0 = "token")) || ((data.type === undefined) && (missing0 = "type"))){
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((key0 === "token") || (key0 === "type"))){
return false;
break;
}
}
if(_errs1 === errors){
if(data.token !== undefined){
const _errs2 = errors;
if(typeof data.token !== "string"){
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
return false;
}
}
return errors === 0;
}


function validate68(data){
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.oauth2 === undefined) && (missing0 = "oauth2")){
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(key0 === "oauth2")){
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
errors++;
}
else {
const _errs6 = errors;
for(const key1 in data0){
if(!(func4.call(schema29.properties.oauth2.oneOf[0].properties, key1))){
errors++;
break;
}
}
if(_errs6 === errors){
if(data0.authority !== undefined){
const _errs7 = errors;
if(!(validate69(data0.authority))){
errors++;
}
var valid2 = _errs7 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data0.grant !== undefined){
const _errs8 = errors;
if(!(validate71(data0.grant))){
errors++;
}
var valid2 = _errs8 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data0.client !== undefined){
const _errs9 = errors;
if(!(validate73(data0.client))){
errors++;
}
var valid2 = _errs9 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data0.request !== undefined){
const _errs10 = errors;
if(!(validate75(data0.request))){
errors++;
}
var valid2 = _errs10 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data0.issuers !== undefined){
const _errs11 = errors;
if(!(validate77(data0.issuers))){
errors++;
}
var valid2 = _errs11 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data0.scopes !== undefined){
const _errs12 = errors;
if(!(validate79(data0.scopes))){
errors++;
}
var valid2 = _errs12 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data0.audiences !== undefined){
const _errs13 = errors;
if(!(validate81(data0.audiences))){
errors++;
}
var valid2 = _errs13 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data0.username !== undefined){
const _errs14 = errors;
if(!(validate83(data0.username))){
errors++;
}
var valid2 = _errs14 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data0.password !== undefined){
const _errs15 = errors;
if(!(validate85(data0.password))){
errors++;
}
var valid2 = _errs15 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data0.subject !== undefined){
const _errs16 = errors;
if(!(validate87(data0.subject))){
errors++;
}
var valid2 = _errs16 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data0.actor !== undefined){
const _errs17 = errors;
if(!(validate89(data0.actor))){
errors++;
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
errors++;
}
}
var _valid0 = _errs4 === errors;
if(_valid0){
valid1 = true;
passing0 = 0;
}
const _errs26 = errors;
if(!(validate59(data0))){
errors++;
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
}
}
if(!valid1){
errors++;
return false;
}
else {
errors = _errs3;
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

const schema41 = {"type":"object","required":["oidc"],"additionalProperties":false,"properties":{"oidc":{"oneOf":[{"type":"object","required":["authority","grant"],"additionalProperties":false,"properties":{"authority":{"$ref":"#/$defs/oauthAuthority"},"grant":{"$ref":"#/$defs/oauthGrant"},"client":{"$ref":"#/$defs/oauthClient"},"request":{"$ref":"#/$defs/oauthRequest"},"issuers":{"$ref":"#/$defs/oauthIssuers"},"scopes":{"$ref":"#/$defs/oauthScopes"},"audiences":{"$ref":"#/$defs/oauthAudiences"},"username":{"$ref":"#/$defs/oauthUsername"},"password":{"$ref":"#/$defs/oauthPassword"},"subject":{"$ref":"#/$defs/oauthSubject"},"actor":{"$ref":"#/$defs/oauthActor"}}},{"$ref":"#/$defs/secretUse"}]}}};

function validate93(data){
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.oidc === undefined) && (missing0 = "oidc")){
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(key0 === "oidc")){
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
errors++;
}
else {
const _errs6 = errors;
for(const key1 in data0){
if(!(func4.call(schema41.properties.oidc.oneOf[0].properties, key1))){
errors++;
break;
}
}
if(_errs6 === errors){
if(data0.authority !== undefined){
const _errs7 = errors;
if(!(validate69(data0.authority))){
errors++;
}
var valid2 = _errs7 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data0.grant !== undefined){
const _errs8 = errors;
if(!(validate71(data0.grant))){
errors++;
}
var valid2 = _errs8 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data0.client !== undefined){
const _errs9 = errors;
if(!(validate73(data0.client))){
errors++;
}
var valid2 = _errs9 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data0.request !== undefined){
const _errs10 = errors;
if(!(validate75(data0.request))){
errors++;
}
var valid2 = _errs10 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data0.issuers !== undefined){
const _errs11 = errors;
if(!(validate77(data0.issuers))){
errors++;
}
var valid2 = _errs11 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data0.scopes !== undefined){
const _errs12 = errors;
if(!(validate79(data0.scopes))){
errors++;
}
var valid2 = _errs12 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data0.audiences !== undefined){
const _errs13 = errors;
if(!(validate81(data0.audiences))){
errors++;
}
var valid2 = _errs13 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data0.username !== undefined){
const _errs14 = errors;
if(!(validate83(data0.username))){
errors++;
}
var valid2 = _errs14 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data0.password !== undefined){
const _errs15 = errors;
if(!(validate85(data0.password))){
errors++;
}
var valid2 = _errs15 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data0.subject !== undefined){
const _errs16 = errors;
if(!(validate87(data0.subject))){
errors++;
}
var valid2 = _errs16 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data0.actor !== undefined){
const _errs17 = errors;
if(!(validate89(data0.actor))){
errors++;
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
errors++;
}
}
var _valid0 = _errs4 === errors;
if(_valid0){
valid1 = true;
passing0 = 0;
}
const _errs18 = errors;
if(!(validate59(data0))){
errors++;
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
}
}
if(!valid1){
errors++;
return false;
}
else {
errors = _errs3;
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


function validate57(data){
let errors = 0;
const _errs0 = errors;
let valid0 = false;
let passing0 = null;
const _errs1 = errors;
if(errors === _errs1){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.use === undefined) && (missing0 = "use")){
errors++;
}
else {
const _errs3 = errors;
for(const key0 in data){
if(!(key0 === "use")){
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
errors++;
}
}
else {
errors++;
}
}
}
}
}
}
else {
errors++;
}
}
var _valid0 = _errs1 === errors;
if(_valid0){
valid0 = true;
passing0 = 0;
}
const _errs6 = errors;
if(!(validate58(data))){
errors++;
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
const _errs7 = errors;
if(!(validate62(data))){
errors++;
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
}
const _errs8 = errors;
if(!(validate65(data))){
errors++;
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
}
const _errs9 = errors;
if(!(validate68(data))){
errors++;
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
}
const _errs10 = errors;
if(!(validate93(data))){
errors++;
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
}
}
}
}
}
}
if(!valid0){
errors++;
return false;
}
else {
errors = _errs0;
}
return errors === 0;
}


function validate56(data){
let errors = 0;
const _errs0 = errors;
let valid0 = false;
let passing0 = null;
const _errs1 = errors;
if(errors === _errs1){
if(typeof data === "string"){
if(!pattern7.test(data)){
errors++;
}
}
else {
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
errors++;
}
else {
const _errs5 = errors;
for(const key0 in data){
if(!((key0 === "uri") || (key0 === "authentication"))){
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
errors++;
}
}
else {
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
if(!(validate57(data.authentication))){
errors++;
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
}
}
if(!valid0){
errors++;
return false;
}
else {
errors = _errs0;
}
return errors === 0;
}


function validate55(data){
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.endpoint === undefined) && (missing0 = "endpoint")){
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((key0 === "name") || (key0 === "endpoint"))){
return false;
break;
}
}
if(_errs1 === errors){
if(data.name !== undefined){
const _errs2 = errors;
if(typeof data.name !== "string"){
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
if(!(validate56(data.endpoint))){
errors++;
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
return false;
}
}
return errors === 0;
}


function validate54(data){
let errors = 0;
const _errs0 = errors;
let valid0 = false;
let passing0 = null;
const _errs1 = errors;
if(errors === _errs1){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.document === undefined) && (missing0 = "document")){
errors++;
}
else {
const _errs3 = errors;
for(const key0 in data){
if(!((key0 === "document") || (key0 === "format"))){
errors++;
break;
}
}
if(_errs3 === errors){
if(data.format !== undefined){
if(typeof data.format !== "string"){
errors++;
}
}
}
}
}
else {
errors++;
}
}
var _valid0 = _errs1 === errors;
if(_valid0){
valid0 = true;
passing0 = 0;
}
const _errs6 = errors;
if(errors === _errs6){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing1;
if((data.resource === undefined) && (missing1 = "resource")){
errors++;
}
else {
const _errs8 = errors;
for(const key1 in data){
if(!((key1 === "resource") || (key1 === "format"))){
errors++;
break;
}
}
if(_errs8 === errors){
if(data.resource !== undefined){
const _errs9 = errors;
if(!(validate55(data.resource))){
errors++;
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
}
}
if(!valid0){
errors++;
return false;
}
else {
errors = _errs0;
}
return errors === 0;
}


function validate53(data){
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
const _errs1 = errors;
for(const key0 in data){
if(!((key0 === "schema") || (key0 === "from"))){
return false;
break;
}
}
if(_errs1 === errors){
if(data.schema !== undefined){
const _errs2 = errors;
if(!(validate54(data.schema))){
errors++;
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
errors++;
return false;
}
else {
errors = _errs4;
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
return false;
}
}
return errors === 0;
}


function validate112(data){
let errors = 0;
const _errs0 = errors;
let valid0 = false;
let passing0 = null;
const _errs1 = errors;
if(!(validate58(data))){
errors++;
}
var _valid0 = _errs1 === errors;
if(_valid0){
valid0 = true;
passing0 = 0;
}
const _errs2 = errors;
if(!(validate62(data))){
errors++;
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
const _errs3 = errors;
if(!(validate65(data))){
errors++;
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
}
const _errs4 = errors;
if(!(validate68(data))){
errors++;
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
}
const _errs5 = errors;
if(!(validate93(data))){
errors++;
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
}
}
}
}
}
if(!valid0){
errors++;
return false;
}
else {
errors = _errs0;
}
return errors === 0;
}

const pattern11 = new RegExp("^(/([^/~]|~[01])*)*$|^\\s*\\$\\{[\\s\\S]+\\}\\s*$", "u");

function validate119(data){
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.type === undefined) && (missing0 = "type")) || ((data.status === undefined) && (missing0 = "status"))){
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(((((key0 === "type") || (key0 === "status")) || (key0 === "instance")) || (key0 === "title")) || (key0 === "detail"))){
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
return false;
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
if(data.status !== undefined){
let data1 = data.status;
const _errs4 = errors;
if(!((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1)))){
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
return false;
}
}
else {
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
return false;
}
}
return errors === 0;
}

const schema48 = {"type":"object","required":["call","with"],"additionalProperties":false,"properties":{"call":{"const":"http"},"with":{"type":"object","required":["method","endpoint"],"additionalProperties":false,"properties":{"method":{"type":"string","minLength":1},"endpoint":{"$ref":"#/$defs/endpoint"},"headers":{"$ref":"#/$defs/httpHeaders"},"query":{"$ref":"#/$defs/httpQuery"},"body":{},"bodyFile":{},"output":{"$ref":"#/$defs/httpOutputOrFile"},"redirect":{"$ref":"#/$defs/httpRedirect"}}},"if":{"$ref":"#/$defs/taskIf"},"input":{"$ref":"#/$defs/taskInput"},"output":{"$ref":"#/$defs/taskOutput"},"export":{"$ref":"#/$defs/taskExport"},"timeout":{"$ref":"#/$defs/taskTimeout"},"then":{"$ref":"#/$defs/taskThen"},"metadata":{"$ref":"#/$defs/taskMetadata"}}};
const pattern12 = new RegExp("^\\s*\\$\\{[\\s\\S]+\\}\\s*$", "u");

function validate128(data){
let errors = 0;
if(errors === 0){
if(typeof data === "string"){
if(!pattern12.test(data)){
return false;
}
}
else {
return false;
}
}
return errors === 0;
}


function validate127(data){
let errors = 0;
const _errs0 = errors;
let valid0 = false;
let passing0 = null;
const _errs1 = errors;
if(errors === _errs1){
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
let data0 = data[key0];
const _errs4 = errors;
if(((((typeof data0 !== "string") && (!(typeof data0 == "number"))) && (typeof data0 !== "boolean")) && (!(Array.isArray(data0)))) && (data0 !== null)){
errors++;
}
if(errors === _errs4){
if(Array.isArray(data0)){
var valid2 = true;
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
let data1 = data0[i0];
const _errs6 = errors;
if(((typeof data1 !== "string") && (!(typeof data1 == "number"))) && (typeof data1 !== "boolean")){
errors++;
}
var valid2 = _errs6 === errors;
if(!valid2){
break;
}
}
}
}
var valid1 = _errs4 === errors;
if(!valid1){
break;
}
}
}
else {
errors++;
}
}
var _valid0 = _errs1 === errors;
if(_valid0){
valid0 = true;
passing0 = 0;
}
const _errs8 = errors;
if(!(validate128(data))){
errors++;
}
var _valid0 = _errs8 === errors;
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
errors++;
return false;
}
else {
errors = _errs0;
}
return errors === 0;
}


function validate131(data){
let errors = 0;
const _errs0 = errors;
let valid0 = false;
let passing0 = null;
const _errs1 = errors;
if(errors === _errs1){
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
let data0 = data[key0];
const _errs4 = errors;
if(((((typeof data0 !== "string") && (!(typeof data0 == "number"))) && (typeof data0 !== "boolean")) && (!(Array.isArray(data0)))) && (data0 !== null)){
errors++;
}
if(errors === _errs4){
if(Array.isArray(data0)){
var valid2 = true;
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
let data1 = data0[i0];
const _errs6 = errors;
if((((typeof data1 !== "string") && (!(typeof data1 == "number"))) && (typeof data1 !== "boolean")) && (data1 !== null)){
errors++;
}
var valid2 = _errs6 === errors;
if(!valid2){
break;
}
}
}
}
var valid1 = _errs4 === errors;
if(!valid1){
break;
}
}
}
else {
errors++;
}
}
var _valid0 = _errs1 === errors;
if(_valid0){
valid0 = true;
passing0 = 0;
}
const _errs8 = errors;
if(!(validate128(data))){
errors++;
}
var _valid0 = _errs8 === errors;
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
errors++;
return false;
}
else {
errors = _errs0;
}
return errors === 0;
}


function validate134(data){
let errors = 0;
if(typeof data !== "string"){
return false;
}
if(!((((data === "raw") || (data === "content")) || (data === "response")) || (data === "file"))){
return false;
}
return errors === 0;
}


function validate136(data){
let errors = 0;
if(typeof data !== "boolean"){
return false;
}
return errors === 0;
}


function validate138(data){
let errors = 0;
if(errors === 0){
if(typeof data === "string"){
if(func1(data) < 1){
return false;
}
}
else {
return false;
}
}
return errors === 0;
}


function validate140(data){
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
const _errs1 = errors;
for(const key0 in data){
if(!((key0 === "schema") || (key0 === "from"))){
return false;
break;
}
}
if(_errs1 === errors){
if(data.schema !== undefined){
const _errs2 = errors;
if(!(validate54(data.schema))){
errors++;
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
errors++;
return false;
}
else {
errors = _errs4;
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
return false;
}
}
return errors === 0;
}


function validate143(data){
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
const _errs1 = errors;
for(const key0 in data){
if(!((key0 === "schema") || (key0 === "as"))){
return false;
break;
}
}
if(_errs1 === errors){
if(data.schema !== undefined){
const _errs2 = errors;
if(!(validate54(data.schema))){
errors++;
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
errors++;
return false;
}
else {
errors = _errs4;
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
return false;
}
}
return errors === 0;
}


function validate146(data){
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
const _errs1 = errors;
for(const key0 in data){
if(!((key0 === "schema") || (key0 === "as"))){
return false;
break;
}
}
if(_errs1 === errors){
if(data.schema !== undefined){
const _errs2 = errors;
if(!(validate54(data.schema))){
errors++;
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
errors++;
return false;
}
else {
errors = _errs4;
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
return false;
}
}
return errors === 0;
}

const pattern13 = new RegExp("^P(?=.)(\\d+(\\.\\d+)?Y)?(\\d+(\\.\\d+)?M)?(\\d+(\\.\\d+)?W)?(\\d+(\\.\\d+)?D)?(T(?=\\d)(\\d+(\\.\\d+)?H)?(\\d+(\\.\\d+)?M)?(\\d+(\\.\\d+)?S)?)?$|^\\s*\\$\\{[\\s\\S]+\\}\\s*$", "u");

function validate151(data){
let errors = 0;
const _errs0 = errors;
let valid0 = false;
let passing0 = null;
const _errs1 = errors;
if(errors === _errs1){
if(data && typeof data == "object" && !Array.isArray(data)){
if(Object.keys(data).length < 1){
errors++;
}
else {
const _errs3 = errors;
for(const key0 in data){
if(!(((((key0 === "days") || (key0 === "hours")) || (key0 === "minutes")) || (key0 === "seconds")) || (key0 === "milliseconds"))){
errors++;
break;
}
}
if(_errs3 === errors){
if(data.days !== undefined){
let data0 = data.days;
const _errs4 = errors;
if(!((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0)))){
errors++;
}
if(errors === _errs4){
if(typeof data0 == "number"){
if(data0 < 0 || isNaN(data0)){
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
errors++;
}
if(errors === _errs6){
if(typeof data1 == "number"){
if(data1 < 0 || isNaN(data1)){
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
errors++;
}
if(errors === _errs8){
if(typeof data2 == "number"){
if(data2 < 0 || isNaN(data2)){
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
errors++;
}
if(errors === _errs10){
if(typeof data3 == "number"){
if(data3 < 0 || isNaN(data3)){
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
errors++;
}
if(errors === _errs12){
if(typeof data4 == "number"){
if(data4 < 0 || isNaN(data4)){
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
errors++;
}
}
var _valid0 = _errs1 === errors;
if(_valid0){
valid0 = true;
passing0 = 0;
}
const _errs14 = errors;
if(errors === _errs14){
if(typeof data === "string"){
if(!pattern13.test(data)){
errors++;
}
}
else {
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
errors++;
return false;
}
else {
errors = _errs0;
}
return errors === 0;
}


function validate150(data){
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.after === undefined) && (missing0 = "after")){
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(key0 === "after")){
return false;
break;
}
}
if(_errs1 === errors){
if(data.after !== undefined){
if(!(validate151(data.after))){
errors++;
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


function validate149(data){
let errors = 0;
const _errs0 = errors;
let valid0 = false;
let passing0 = null;
const _errs1 = errors;
if(!(validate150(data))){
errors++;
}
var _valid0 = _errs1 === errors;
if(_valid0){
valid0 = true;
passing0 = 0;
}
const _errs2 = errors;
if(errors === _errs2){
if(typeof data === "string"){
if(func1(data) < 1){
errors++;
}
}
else {
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
errors++;
return false;
}
else {
errors = _errs0;
}
return errors === 0;
}


function validate155(data){
let errors = 0;
if(errors === 0){
if(typeof data === "string"){
if(func1(data) < 1){
return false;
}
}
else {
return false;
}
}
return errors === 0;
}


function validate157(data){
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
}
else {
return false;
}
}
return errors === 0;
}


function validate125(data){
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.call === undefined) && (missing0 = "call")) || ((data.with === undefined) && (missing0 = "with"))){
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(func4.call(schema48.properties, key0))){
return false;
break;
}
}
if(_errs1 === errors){
if(data.call !== undefined){
const _errs2 = errors;
if("http" !== data.call){
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
return false;
}
else {
const _errs5 = errors;
for(const key1 in data1){
if(!((((((((key1 === "method") || (key1 === "endpoint")) || (key1 === "headers")) || (key1 === "query")) || (key1 === "body")) || (key1 === "bodyFile")) || (key1 === "output")) || (key1 === "redirect"))){
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
return false;
}
}
else {
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
if(!(validate56(data1.endpoint))){
errors++;
}
var valid1 = _errs8 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.headers !== undefined){
const _errs9 = errors;
if(!(validate127(data1.headers))){
errors++;
}
var valid1 = _errs9 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.query !== undefined){
const _errs10 = errors;
if(!(validate131(data1.query))){
errors++;
}
var valid1 = _errs10 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.output !== undefined){
const _errs11 = errors;
if(!(validate134(data1.output))){
errors++;
}
var valid1 = _errs11 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.redirect !== undefined){
const _errs12 = errors;
if(!(validate136(data1.redirect))){
errors++;
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
if(!(validate138(data.if))){
errors++;
}
var valid0 = _errs13 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.input !== undefined){
const _errs14 = errors;
if(!(validate140(data.input))){
errors++;
}
var valid0 = _errs14 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.output !== undefined){
const _errs15 = errors;
if(!(validate143(data.output))){
errors++;
}
var valid0 = _errs15 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.export !== undefined){
const _errs16 = errors;
if(!(validate146(data.export))){
errors++;
}
var valid0 = _errs16 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.timeout !== undefined){
const _errs17 = errors;
if(!(validate149(data.timeout))){
errors++;
}
var valid0 = _errs17 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.then !== undefined){
const _errs18 = errors;
if(!(validate155(data.then))){
errors++;
}
var valid0 = _errs18 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.metadata !== undefined){
const _errs19 = errors;
if(!(validate157(data.metadata))){
errors++;
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
return false;
}
}
return errors === 0;
}

const schema63 = {"type":"object","required":["call","with"],"additionalProperties":false,"properties":{"call":{"const":"openapi"},"with":{"type":"object","required":["document","operationId"],"additionalProperties":false,"properties":{"document":{"$ref":"#/$defs/externalResource"},"operationId":{"type":"string","minLength":1},"parameters":{"type":"object","additionalProperties":true},"authentication":{"$ref":"#/$defs/authenticationOrName"},"output":{"$ref":"#/$defs/httpOutput"},"redirect":{"$ref":"#/$defs/httpRedirect"}}},"if":{"$ref":"#/$defs/taskIf"},"input":{"$ref":"#/$defs/taskInput"},"output":{"$ref":"#/$defs/taskOutput"},"export":{"$ref":"#/$defs/taskExport"},"timeout":{"$ref":"#/$defs/taskTimeout"},"then":{"$ref":"#/$defs/taskThen"},"metadata":{"$ref":"#/$defs/taskMetadata"}}};

function validate163(data){
let errors = 0;
if(typeof data !== "string"){
return false;
}
if(!(((data === "raw") || (data === "content")) || (data === "response"))){
return false;
}
return errors === 0;
}


function validate160(data){
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.call === undefined) && (missing0 = "call")) || ((data.with === undefined) && (missing0 = "with"))){
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(func4.call(schema63.properties, key0))){
return false;
break;
}
}
if(_errs1 === errors){
if(data.call !== undefined){
const _errs2 = errors;
if("openapi" !== data.call){
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
return false;
}
else {
const _errs5 = errors;
for(const key1 in data1){
if(!((((((key1 === "document") || (key1 === "operationId")) || (key1 === "parameters")) || (key1 === "authentication")) || (key1 === "output")) || (key1 === "redirect"))){
return false;
break;
}
}
if(_errs5 === errors){
if(data1.document !== undefined){
const _errs6 = errors;
if(!(validate55(data1.document))){
errors++;
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
return false;
}
}
else {
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
if(!(validate57(data1.authentication))){
errors++;
}
var valid1 = _errs12 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.output !== undefined){
const _errs13 = errors;
if(!(validate163(data1.output))){
errors++;
}
var valid1 = _errs13 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.redirect !== undefined){
const _errs14 = errors;
if(!(validate136(data1.redirect))){
errors++;
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
if(!(validate138(data.if))){
errors++;
}
var valid0 = _errs15 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.input !== undefined){
const _errs16 = errors;
if(!(validate140(data.input))){
errors++;
}
var valid0 = _errs16 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.output !== undefined){
const _errs17 = errors;
if(!(validate143(data.output))){
errors++;
}
var valid0 = _errs17 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.export !== undefined){
const _errs18 = errors;
if(!(validate146(data.export))){
errors++;
}
var valid0 = _errs18 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.timeout !== undefined){
const _errs19 = errors;
if(!(validate149(data.timeout))){
errors++;
}
var valid0 = _errs19 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.then !== undefined){
const _errs20 = errors;
if(!(validate155(data.then))){
errors++;
}
var valid0 = _errs20 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.metadata !== undefined){
const _errs21 = errors;
if(!(validate157(data.metadata))){
errors++;
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
return false;
}
}
return errors === 0;
}

const schema65 = {"type":"object","required":["call","with"],"additionalProperties":false,"properties":{"call":{"const":"grpc"},"with":{"type":"object","required":["proto","service","method"],"additionalProperties":false,"properties":{"proto":{"$ref":"#/$defs/externalResource"},"service":{"type":"object","required":["name","host"],"additionalProperties":false,"properties":{"name":{"type":"string","minLength":1},"host":{"type":"string","pattern":"^[a-zA-Z0-9]([a-zA-Z0-9.-]{0,61}[a-zA-Z0-9])?$"},"port":{"type":"integer","minimum":0,"maximum":65535},"authentication":{"$ref":"#/$defs/authenticationOrName"}}},"method":{"type":"string","minLength":1},"arguments":{"type":"object","additionalProperties":true}}},"if":{"$ref":"#/$defs/taskIf"},"input":{"$ref":"#/$defs/taskInput"},"output":{"$ref":"#/$defs/taskOutput"},"export":{"$ref":"#/$defs/taskExport"},"timeout":{"$ref":"#/$defs/taskTimeout"},"then":{"$ref":"#/$defs/taskThen"},"metadata":{"$ref":"#/$defs/taskMetadata"}}};
const pattern14 = new RegExp("^[a-zA-Z0-9]([a-zA-Z0-9.-]{0,61}[a-zA-Z0-9])?$", "u");

function validate174(data){
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.call === undefined) && (missing0 = "call")) || ((data.with === undefined) && (missing0 = "with"))){
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(func4.call(schema65.properties, key0))){
return false;
break;
}
}
if(_errs1 === errors){
if(data.call !== undefined){
const _errs2 = errors;
if("grpc" !== data.call){
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
return false;
}
else {
const _errs5 = errors;
for(const key1 in data1){
if(!((((key1 === "proto") || (key1 === "service")) || (key1 === "method")) || (key1 === "arguments"))){
return false;
break;
}
}
if(_errs5 === errors){
if(data1.proto !== undefined){
const _errs6 = errors;
if(!(validate55(data1.proto))){
errors++;
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
return false;
}
else {
const _errs9 = errors;
for(const key2 in data3){
if(!((((key2 === "name") || (key2 === "host")) || (key2 === "port")) || (key2 === "authentication"))){
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
return false;
}
}
else {
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
return false;
}
}
else {
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
return false;
}
if(errors === _errs14){
if(typeof data6 == "number"){
if(data6 > 65535 || isNaN(data6)){
return false;
}
else {
if(data6 < 0 || isNaN(data6)){
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
if(!(validate57(data3.authentication))){
errors++;
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
return false;
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
if(data1.arguments !== undefined){
let data9 = data1.arguments;
const _errs19 = errors;
if(errors === _errs19){
if(data9 && typeof data9 == "object" && !Array.isArray(data9)){
}
else {
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
if(!(validate138(data.if))){
errors++;
}
var valid0 = _errs22 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.input !== undefined){
const _errs23 = errors;
if(!(validate140(data.input))){
errors++;
}
var valid0 = _errs23 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.output !== undefined){
const _errs24 = errors;
if(!(validate143(data.output))){
errors++;
}
var valid0 = _errs24 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.export !== undefined){
const _errs25 = errors;
if(!(validate146(data.export))){
errors++;
}
var valid0 = _errs25 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.timeout !== undefined){
const _errs26 = errors;
if(!(validate149(data.timeout))){
errors++;
}
var valid0 = _errs26 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.then !== undefined){
const _errs27 = errors;
if(!(validate155(data.then))){
errors++;
}
var valid0 = _errs27 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.metadata !== undefined){
const _errs28 = errors;
if(!(validate157(data.metadata))){
errors++;
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
return false;
}
}
return errors === 0;
}

const schema66 = {"type":"object","required":["call","with"],"additionalProperties":false,"properties":{"call":{"const":"asyncapi"},"with":{"type":"object","additionalProperties":false,"oneOf":[{"required":["document","operation","message"]},{"required":["document","operation","subscription"]},{"required":["document","channel","message"]},{"required":["document","channel","subscription"]}],"properties":{"document":{"$ref":"#/$defs/externalResource"},"channel":{"type":"string"},"operation":{"type":"string"},"server":{"type":"object","required":["name"],"additionalProperties":false,"properties":{"name":{"type":"string"},"variables":{"type":"object","additionalProperties":true}}},"protocol":{"type":"string","enum":["amqp","amqp1","anypointmq","googlepubsub","http","ibmmq","jms","kafka","mercure","mqtt","mqtt5","nats","pulsar","redis","sns","solace","sqs","stomp","ws"]},"message":{"type":"object","additionalProperties":false,"properties":{"payload":{"type":"object","additionalProperties":true},"headers":{"type":"object","additionalProperties":true}}},"subscription":{"type":"object","required":["consume"],"additionalProperties":false,"properties":{"filter":{"$ref":"#/$defs/expression"},"consume":{"oneOf":[{"type":"object","required":["amount"],"additionalProperties":false,"properties":{"amount":{"type":"integer","minimum":1},"for":{"$ref":"#/$defs/duration"}}},{"type":"object","required":["while"],"additionalProperties":false,"properties":{"while":{"$ref":"#/$defs/expression"},"for":{"$ref":"#/$defs/duration"}}},{"type":"object","required":["until"],"additionalProperties":false,"properties":{"until":{"$ref":"#/$defs/expression"},"for":{"$ref":"#/$defs/duration"}}}]},"foreach":{"$ref":"#/$defs/iterator"}}},"authentication":{"$ref":"#/$defs/authenticationOrName"}}},"if":{"$ref":"#/$defs/taskIf"},"input":{"$ref":"#/$defs/taskInput"},"output":{"$ref":"#/$defs/taskOutput"},"export":{"$ref":"#/$defs/taskExport"},"timeout":{"$ref":"#/$defs/taskTimeout"},"then":{"$ref":"#/$defs/taskThen"},"metadata":{"$ref":"#/$defs/taskMetadata"}}};
const wrapper0 = {validate: validate122};

function validate194(data){
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
const _errs1 = errors;
for(const key0 in data){
if(!((key0 === "schema") || (key0 === "as"))){
return false;
break;
}
}
if(_errs1 === errors){
if(data.schema !== undefined){
const _errs2 = errors;
if(!(validate54(data.schema))){
errors++;
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
errors++;
return false;
}
else {
errors = _errs4;
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
return false;
}
}
return errors === 0;
}


function validate197(data){
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
const _errs1 = errors;
for(const key0 in data){
if(!((key0 === "schema") || (key0 === "as"))){
return false;
break;
}
}
if(_errs1 === errors){
if(data.schema !== undefined){
const _errs2 = errors;
if(!(validate54(data.schema))){
errors++;
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
errors++;
return false;
}
else {
errors = _errs4;
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
return false;
}
}
return errors === 0;
}


function validate193(data){
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
const _errs1 = errors;
for(const key0 in data){
if(!(((((key0 === "item") || (key0 === "at")) || (key0 === "do")) || (key0 === "output")) || (key0 === "export"))){
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
return false;
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
if(data.at !== undefined){
let data1 = data.at;
const _errs4 = errors;
if(errors === _errs4){
if(typeof data1 === "string"){
if(func1(data1) < 1){
return false;
}
}
else {
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
if(!(wrapper0.validate(data.do))){
errors++;
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.output !== undefined){
const _errs7 = errors;
if(!(validate194(data.output))){
errors++;
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.export !== undefined){
const _errs8 = errors;
if(!(validate197(data.export))){
errors++;
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
return false;
}
}
return errors === 0;
}


function validate185(data){
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.call === undefined) && (missing0 = "call")) || ((data.with === undefined) && (missing0 = "with"))){
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(func4.call(schema66.properties, key0))){
return false;
break;
}
}
if(_errs1 === errors){
if(data.call !== undefined){
const _errs2 = errors;
if("asyncapi" !== data.call){
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
errors++;
return false;
}
else {
errors = _errs5;
}
if(errors === _errs3){
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
const _errs10 = errors;
for(const key1 in data1){
if(!((((((((key1 === "document") || (key1 === "channel")) || (key1 === "operation")) || (key1 === "server")) || (key1 === "protocol")) || (key1 === "message")) || (key1 === "subscription")) || (key1 === "authentication"))){
return false;
break;
}
}
if(_errs10 === errors){
if(data1.document !== undefined){
const _errs11 = errors;
if(!(validate55(data1.document))){
errors++;
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
return false;
}
else {
const _errs18 = errors;
for(const key2 in data5){
if(!((key2 === "name") || (key2 === "variables"))){
return false;
break;
}
}
if(_errs18 === errors){
if(data5.name !== undefined){
const _errs19 = errors;
if(typeof data5.name !== "string"){
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
return false;
}
if(!(((((((((((((((((((data8 === "amqp") || (data8 === "amqp1")) || (data8 === "anypointmq")) || (data8 === "googlepubsub")) || (data8 === "http")) || (data8 === "ibmmq")) || (data8 === "jms")) || (data8 === "kafka")) || (data8 === "mercure")) || (data8 === "mqtt")) || (data8 === "mqtt5")) || (data8 === "nats")) || (data8 === "pulsar")) || (data8 === "redis")) || (data8 === "sns")) || (data8 === "solace")) || (data8 === "sqs")) || (data8 === "stomp")) || (data8 === "ws"))){
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
return false;
}
else {
const _errs37 = errors;
for(const key4 in data12){
if(!(((key4 === "filter") || (key4 === "consume")) || (key4 === "foreach"))){
return false;
break;
}
}
if(_errs37 === errors){
if(data12.filter !== undefined){
const _errs38 = errors;
if(!(validate128(data12.filter))){
errors++;
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
errors++;
}
else {
const _errs43 = errors;
for(const key5 in data14){
if(!((key5 === "amount") || (key5 === "for"))){
errors++;
break;
}
}
if(_errs43 === errors){
if(data14.amount !== undefined){
let data15 = data14.amount;
const _errs44 = errors;
if(!((typeof data15 == "number") && (!(data15 % 1) && !isNaN(data15)))){
errors++;
}
if(errors === _errs44){
if(typeof data15 == "number"){
if(data15 < 1 || isNaN(data15)){
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
if(!(validate151(data14.for))){
errors++;
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
errors++;
}
}
var _valid1 = _errs41 === errors;
if(_valid1){
valid6 = true;
passing1 = 0;
}
const _errs47 = errors;
if(errors === _errs47){
if(data14 && typeof data14 == "object" && !Array.isArray(data14)){
let missing8;
if((data14.while === undefined) && (missing8 = "while")){
errors++;
}
else {
const _errs49 = errors;
for(const key6 in data14){
if(!((key6 === "while") || (key6 === "for"))){
errors++;
break;
}
}
if(_errs49 === errors){
if(data14.while !== undefined){
const _errs50 = errors;
if(!(validate128(data14.while))){
errors++;
}
var valid8 = _errs50 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data14.for !== undefined){
const _errs51 = errors;
if(!(validate151(data14.for))){
errors++;
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
}
const _errs52 = errors;
if(errors === _errs52){
if(data14 && typeof data14 == "object" && !Array.isArray(data14)){
let missing9;
if((data14.until === undefined) && (missing9 = "until")){
errors++;
}
else {
const _errs54 = errors;
for(const key7 in data14){
if(!((key7 === "until") || (key7 === "for"))){
errors++;
break;
}
}
if(_errs54 === errors){
if(data14.until !== undefined){
const _errs55 = errors;
if(!(validate128(data14.until))){
errors++;
}
var valid9 = _errs55 === errors;
}
else {
var valid9 = true;
}
if(valid9){
if(data14.for !== undefined){
const _errs56 = errors;
if(!(validate151(data14.for))){
errors++;
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
}
}
}
if(!valid6){
errors++;
return false;
}
else {
errors = _errs40;
}
var valid5 = _errs39 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data12.foreach !== undefined){
const _errs57 = errors;
if(!(validate193(data12.foreach))){
errors++;
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
if(!(validate57(data1.authentication))){
errors++;
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
if(!(validate138(data.if))){
errors++;
}
var valid0 = _errs59 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.input !== undefined){
const _errs60 = errors;
if(!(validate140(data.input))){
errors++;
}
var valid0 = _errs60 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.output !== undefined){
const _errs61 = errors;
if(!(validate143(data.output))){
errors++;
}
var valid0 = _errs61 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.export !== undefined){
const _errs62 = errors;
if(!(validate146(data.export))){
errors++;
}
var valid0 = _errs62 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.timeout !== undefined){
const _errs63 = errors;
if(!(validate149(data.timeout))){
errors++;
}
var valid0 = _errs63 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.then !== undefined){
const _errs64 = errors;
if(!(validate155(data.then))){
errors++;
}
var valid0 = _errs64 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.metadata !== undefined){
const _errs65 = errors;
if(!(validate157(data.metadata))){
errors++;
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
return false;
}
}
return errors === 0;
}

const schema70 = {"type":"object","required":["call","with"],"additionalProperties":false,"properties":{"call":{"const":"a2a"},"with":{"type":"object","required":["method"],"additionalProperties":false,"properties":{"agentCard":{"$ref":"#/$defs/externalResource"},"server":{"$ref":"#/$defs/endpoint"},"method":{"type":"string","enum":["message/send","message/stream","tasks/get","tasks/list","tasks/cancel","tasks/resubscribe","tasks/pushNotificationConfig/set","tasks/pushNotificationConfig/get","tasks/pushNotificationConfig/list","tasks/pushNotificationConfig/delete","agent/getAuthenticatedExtendedCard"]},"parameters":{"oneOf":[{"type":"object","additionalProperties":true,"minProperties":1},{"type":"string"}]}}},"if":{"$ref":"#/$defs/taskIf"},"input":{"$ref":"#/$defs/taskInput"},"output":{"$ref":"#/$defs/taskOutput"},"export":{"$ref":"#/$defs/taskExport"},"timeout":{"$ref":"#/$defs/taskTimeout"},"then":{"$ref":"#/$defs/taskThen"},"metadata":{"$ref":"#/$defs/taskMetadata"}}};

function validate210(data){
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.call === undefined) && (missing0 = "call")) || ((data.with === undefined) && (missing0 = "with"))){
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(func4.call(schema70.properties, key0))){
return false;
break;
}
}
if(_errs1 === errors){
if(data.call !== undefined){
const _errs2 = errors;
if("a2a" !== data.call){
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
return false;
}
else {
const _errs5 = errors;
for(const key1 in data1){
if(!((((key1 === "agentCard") || (key1 === "server")) || (key1 === "method")) || (key1 === "parameters"))){
return false;
break;
}
}
if(_errs5 === errors){
if(data1.agentCard !== undefined){
const _errs6 = errors;
if(!(validate55(data1.agentCard))){
errors++;
}
var valid1 = _errs6 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.server !== undefined){
const _errs7 = errors;
if(!(validate56(data1.server))){
errors++;
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
return false;
}
if(!(((((((((((data4 === "message/send") || (data4 === "message/stream")) || (data4 === "tasks/get")) || (data4 === "tasks/list")) || (data4 === "tasks/cancel")) || (data4 === "tasks/resubscribe")) || (data4 === "tasks/pushNotificationConfig/set")) || (data4 === "tasks/pushNotificationConfig/get")) || (data4 === "tasks/pushNotificationConfig/list")) || (data4 === "tasks/pushNotificationConfig/delete")) || (data4 === "agent/getAuthenticatedExtendedCard"))){
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
errors++;
}
}
else {
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
errors++;
return false;
}
else {
errors = _errs11;
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
if(!(validate138(data.if))){
errors++;
}
var valid0 = _errs17 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.input !== undefined){
const _errs18 = errors;
if(!(validate140(data.input))){
errors++;
}
var valid0 = _errs18 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.output !== undefined){
const _errs19 = errors;
if(!(validate143(data.output))){
errors++;
}
var valid0 = _errs19 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.export !== undefined){
const _errs20 = errors;
if(!(validate146(data.export))){
errors++;
}
var valid0 = _errs20 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.timeout !== undefined){
const _errs21 = errors;
if(!(validate149(data.timeout))){
errors++;
}
var valid0 = _errs21 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.then !== undefined){
const _errs22 = errors;
if(!(validate155(data.then))){
errors++;
}
var valid0 = _errs22 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.metadata !== undefined){
const _errs23 = errors;
if(!(validate157(data.metadata))){
errors++;
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
return false;
}
}
return errors === 0;
}

const schema71 = {"type":"object","required":["call","with"],"additionalProperties":false,"properties":{"call":{"const":"mcp"},"with":{"type":"object","required":["method","transport"],"properties":{"protocolVersion":{"type":"string"},"method":{"type":"string","enum":["tools/list","tools/call","prompts/list","prompts/get","resources/list","resources/read","resources/templates/list"]},"parameters":{"oneOf":[{"type":"object","additionalProperties":true},{"type":"string"}]},"timeout":{"$ref":"#/$defs/duration"},"transport":{"oneOf":[{"type":"object","required":["http"],"additionalProperties":false,"properties":{"http":{"type":"object","required":["endpoint"],"properties":{"endpoint":{"$ref":"#/$defs/endpoint"},"headers":{"type":"object","additionalProperties":{"type":"string"}}}},"options":{"type":"object","additionalProperties":{"type":"string"}}}},{"type":"object","required":["stdio"],"additionalProperties":false,"properties":{"stdio":{"type":"object","required":["command"],"properties":{"command":{"type":"string"},"arguments":{"type":"array","items":{"type":"string"}},"environment":{"type":"object","additionalProperties":{"type":"string"}}}},"options":{"type":"object","additionalProperties":{"type":"string"}}}}]},"client":{"type":"object","required":["name","version"],"properties":{"name":{"type":"string"},"version":{"type":"string"}}}}},"if":{"$ref":"#/$defs/taskIf"},"input":{"$ref":"#/$defs/taskInput"},"output":{"$ref":"#/$defs/taskOutput"},"export":{"$ref":"#/$defs/taskExport"},"timeout":{"$ref":"#/$defs/taskTimeout"},"then":{"$ref":"#/$defs/taskThen"},"metadata":{"$ref":"#/$defs/taskMetadata"}}};

function validate221(data){
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.call === undefined) && (missing0 = "call")) || ((data.with === undefined) && (missing0 = "with"))){
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(func4.call(schema71.properties, key0))){
return false;
break;
}
}
if(_errs1 === errors){
if(data.call !== undefined){
const _errs2 = errors;
if("mcp" !== data.call){
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
return false;
}
else {
if(data1.protocolVersion !== undefined){
const _errs5 = errors;
if(typeof data1.protocolVersion !== "string"){
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
return false;
}
if(!(((((((data3 === "tools/list") || (data3 === "tools/call")) || (data3 === "prompts/list")) || (data3 === "prompts/get")) || (data3 === "resources/list")) || (data3 === "resources/read")) || (data3 === "resources/templates/list"))){
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
errors++;
return false;
}
else {
errors = _errs10;
}
var valid1 = _errs9 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.timeout !== undefined){
const _errs16 = errors;
if(!(validate151(data1.timeout))){
errors++;
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
errors++;
}
else {
const _errs21 = errors;
for(const key1 in data6){
if(!((key1 === "http") || (key1 === "options"))){
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
errors++;
}
else {
if(data7.endpoint !== undefined){
const _errs24 = errors;
if(!(validate56(data7.endpoint))){
errors++;
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
errors++;
}
var valid6 = _errs28 === errors;
if(!valid6){
break;
}
}
}
else {
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
errors++;
}
var valid7 = _errs33 === errors;
if(!valid7){
break;
}
}
}
else {
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
errors++;
}
}
var _valid1 = _errs19 === errors;
if(_valid1){
valid3 = true;
passing1 = 0;
}
const _errs35 = errors;
if(errors === _errs35){
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
let missing4;
if((data6.stdio === undefined) && (missing4 = "stdio")){
errors++;
}
else {
const _errs37 = errors;
for(const key4 in data6){
if(!((key4 === "stdio") || (key4 === "options"))){
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
errors++;
}
else {
if(data13.command !== undefined){
const _errs40 = errors;
if(typeof data13.command !== "string"){
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
errors++;
}
var valid10 = _errs44 === errors;
if(!valid10){
break;
}
}
}
else {
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
errors++;
}
var valid11 = _errs49 === errors;
if(!valid11){
break;
}
}
}
else {
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
errors++;
}
var valid12 = _errs54 === errors;
if(!valid12){
break;
}
}
}
else {
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
}
}
if(!valid3){
errors++;
return false;
}
else {
errors = _errs18;
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
return false;
}
else {
if(data21.name !== undefined){
const _errs58 = errors;
if(typeof data21.name !== "string"){
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
if(!(validate138(data.if))){
errors++;
}
var valid0 = _errs62 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.input !== undefined){
const _errs63 = errors;
if(!(validate140(data.input))){
errors++;
}
var valid0 = _errs63 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.output !== undefined){
const _errs64 = errors;
if(!(validate143(data.output))){
errors++;
}
var valid0 = _errs64 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.export !== undefined){
const _errs65 = errors;
if(!(validate146(data.export))){
errors++;
}
var valid0 = _errs65 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.timeout !== undefined){
const _errs66 = errors;
if(!(validate149(data.timeout))){
errors++;
}
var valid0 = _errs66 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.then !== undefined){
const _errs67 = errors;
if(!(validate155(data.then))){
errors++;
}
var valid0 = _errs67 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.metadata !== undefined){
const _errs68 = errors;
if(!(validate157(data.metadata))){
errors++;
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
return false;
}
}
return errors === 0;
}

const schema72 = {"type":"object","required":["call"],"additionalProperties":false,"properties":{"call":{"type":"string","minLength":1,"not":{"enum":["asyncapi","grpc","http","openapi","a2a","mcp"]}},"with":{"type":"object","additionalProperties":true},"if":{"$ref":"#/$defs/taskIf"},"input":{"$ref":"#/$defs/taskInput"},"output":{"$ref":"#/$defs/taskOutput"},"export":{"$ref":"#/$defs/taskExport"},"timeout":{"$ref":"#/$defs/taskTimeout"},"then":{"$ref":"#/$defs/taskThen"},"metadata":{"$ref":"#/$defs/taskMetadata"}}};

function validate232(data){
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.call === undefined) && (missing0 = "call")){
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(func4.call(schema72.properties, key0))){
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
errors++;
}
var valid1 = _errs5 === errors;
if(valid1){
return false;
}
else {
errors = _errs4;
}
if(errors === _errs2){
if(typeof data0 === "string"){
if(func1(data0) < 1){
return false;
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
if(data.with !== undefined){
let data1 = data.with;
const _errs6 = errors;
if(errors === _errs6){
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
}
else {
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
if(!(validate138(data.if))){
errors++;
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.input !== undefined){
const _errs10 = errors;
if(!(validate140(data.input))){
errors++;
}
var valid0 = _errs10 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.output !== undefined){
const _errs11 = errors;
if(!(validate143(data.output))){
errors++;
}
var valid0 = _errs11 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.export !== undefined){
const _errs12 = errors;
if(!(validate146(data.export))){
errors++;
}
var valid0 = _errs12 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.timeout !== undefined){
const _errs13 = errors;
if(!(validate149(data.timeout))){
errors++;
}
var valid0 = _errs13 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.then !== undefined){
const _errs14 = errors;
if(!(validate155(data.then))){
errors++;
}
var valid0 = _errs14 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.metadata !== undefined){
const _errs15 = errors;
if(!(validate157(data.metadata))){
errors++;
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
return false;
}
}
return errors === 0;
}


function validate124(data){
let errors = 0;
const _errs0 = errors;
let valid0 = false;
let passing0 = null;
const _errs1 = errors;
if(!(validate125(data))){
errors++;
}
var _valid0 = _errs1 === errors;
if(_valid0){
valid0 = true;
passing0 = 0;
}
const _errs2 = errors;
if(!(validate160(data))){
errors++;
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
const _errs3 = errors;
if(!(validate174(data))){
errors++;
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
}
const _errs4 = errors;
if(!(validate185(data))){
errors++;
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
}
const _errs5 = errors;
if(!(validate210(data))){
errors++;
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
}
const _errs6 = errors;
if(!(validate221(data))){
errors++;
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
}
const _errs7 = errors;
if(!(validate232(data))){
errors++;
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
}
}
}
}
}
}
}
if(!valid0){
errors++;
return false;
}
else {
errors = _errs0;
}
return errors === 0;
}


function validate242(data){
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.do === undefined) && (missing0 = "do")){
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((((((((key0 === "do") || (key0 === "if")) || (key0 === "input")) || (key0 === "output")) || (key0 === "export")) || (key0 === "timeout")) || (key0 === "then")) || (key0 === "metadata"))){
return false;
break;
}
}
if(_errs1 === errors){
if(data.do !== undefined){
const _errs2 = errors;
if(!(wrapper0.validate(data.do))){
errors++;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.if !== undefined){
const _errs3 = errors;
if(!(validate138(data.if))){
errors++;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.input !== undefined){
const _errs4 = errors;
if(!(validate140(data.input))){
errors++;
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.output !== undefined){
const _errs5 = errors;
if(!(validate143(data.output))){
errors++;
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.export !== undefined){
const _errs6 = errors;
if(!(validate146(data.export))){
errors++;
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.timeout !== undefined){
const _errs7 = errors;
if(!(validate149(data.timeout))){
errors++;
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.then !== undefined){
const _errs8 = errors;
if(!(validate155(data.then))){
errors++;
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.metadata !== undefined){
const _errs9 = errors;
if(!(validate157(data.metadata))){
errors++;
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
return false;
}
}
return errors === 0;
}

const pattern16 = new RegExp("^\\d{4}-\\d\\d-\\d\\d[Tt ]\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?([Zz]|[+-]\\d\\d:?\\d\\d)$|^\\s*\\$\\{[\\s\\S]+\\}\\s*$", "u");

function validate252(data){
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.type === undefined) && (missing0 = "type")){
return false;
}
else {
if(data.id !== undefined){
const _errs2 = errors;
if(typeof data.id !== "string"){
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
return false;
}
}
else {
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
return false;
}
}
else {
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
return false;
}
}
else {
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
return false;
}
}
return errors === 0;
}


function validate251(data){
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.emit === undefined) && (missing0 = "emit")){
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((((((((key0 === "emit") || (key0 === "if")) || (key0 === "input")) || (key0 === "output")) || (key0 === "export")) || (key0 === "timeout")) || (key0 === "then")) || (key0 === "metadata"))){
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
return false;
}
else {
const _errs4 = errors;
for(const key1 in data0){
if(!(key1 === "event")){
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
if(!(validate252(data1.with))){
errors++;
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
if(data.if !== undefined){
const _errs9 = errors;
if(!(validate138(data.if))){
errors++;
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.input !== undefined){
const _errs10 = errors;
if(!(validate140(data.input))){
errors++;
}
var valid0 = _errs10 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.output !== undefined){
const _errs11 = errors;
if(!(validate143(data.output))){
errors++;
}
var valid0 = _errs11 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.export !== undefined){
const _errs12 = errors;
if(!(validate146(data.export))){
errors++;
}
var valid0 = _errs12 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.timeout !== undefined){
const _errs13 = errors;
if(!(validate149(data.timeout))){
errors++;
}
var valid0 = _errs13 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.then !== undefined){
const _errs14 = errors;
if(!(validate155(data.then))){
errors++;
}
var valid0 = _errs14 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.metadata !== undefined){
const _errs15 = errors;
if(!(validate157(data.metadata))){
errors++;
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
return false;
}
}
return errors === 0;
}

const schema76 = {"type":"object","required":["for","do"],"additionalProperties":false,"properties":{"for":{"type":"object","required":["in"],"additionalProperties":false,"properties":{"each":{"type":"string","default":"item","minLength":1},"in":{"oneOf":[{"type":"string","minLength":1},{"type":"array","items":{"type":"object","additionalProperties":true}}]},"at":{"type":"string","default":"index","minLength":1}}},"while":{"type":"string","minLength":1},"do":{"$ref":"#/$defs/taskList"},"if":{"$ref":"#/$defs/taskIf"},"input":{"$ref":"#/$defs/taskInput"},"output":{"$ref":"#/$defs/taskOutput"},"export":{"$ref":"#/$defs/taskExport"},"timeout":{"$ref":"#/$defs/taskTimeout"},"then":{"$ref":"#/$defs/taskThen"},"metadata":{"type":"object","additionalProperties":true,"properties":{"concurrency":{"type":"integer","minimum":1,"maximum":256}}}}};

function validate262(data){
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.for === undefined) && (missing0 = "for")) || ((data.do === undefined) && (missing0 = "do"))){
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(func4.call(schema76.properties, key0))){
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
return false;
}
else {
const _errs4 = errors;
for(const key1 in data0){
if(!(((key1 === "each") || (key1 === "in")) || (key1 === "at"))){
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
errors++;
}
}
else {
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
errors++;
return false;
}
else {
errors = _errs8;
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
return false;
}
}
else {
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
return false;
}
}
else {
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
if(!(wrapper0.validate(data.do))){
errors++;
}
var valid0 = _errs20 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.if !== undefined){
const _errs21 = errors;
if(!(validate138(data.if))){
errors++;
}
var valid0 = _errs21 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.input !== undefined){
const _errs22 = errors;
if(!(validate140(data.input))){
errors++;
}
var valid0 = _errs22 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.output !== undefined){
const _errs23 = errors;
if(!(validate143(data.output))){
errors++;
}
var valid0 = _errs23 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.export !== undefined){
const _errs24 = errors;
if(!(validate146(data.export))){
errors++;
}
var valid0 = _errs24 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.timeout !== undefined){
const _errs25 = errors;
if(!(validate149(data.timeout))){
errors++;
}
var valid0 = _errs25 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.then !== undefined){
const _errs26 = errors;
if(!(validate155(data.then))){
errors++;
}
var valid0 = _errs26 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.metadata !== undefined){
let data13 = data.metadata;
const _errs27 = errors;
if(errors === _errs27){
if(data13 && typeof data13 == "object" && !Array.isArray(data13)){
if(data13.concurrency !== undefined){
let data14 = data13.concurrency;
const _errs30 = errors;
if(!((typeof data14 == "number") && (!(data14 % 1) && !isNaN(data14)))){
return false;
}
if(errors === _errs30){
if(typeof data14 == "number"){
if(data14 > 256 || isNaN(data14)){
return false;
}
else {
if(data14 < 1 || isNaN(data14)){
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
return false;
}
}
return errors === 0;
}


function validate270(data){
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.fork === undefined) && (missing0 = "fork")){
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((((((((key0 === "fork") || (key0 === "if")) || (key0 === "input")) || (key0 === "output")) || (key0 === "export")) || (key0 === "timeout")) || (key0 === "then")) || (key0 === "metadata"))){
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
return false;
}
else {
const _errs4 = errors;
for(const key1 in data0){
if(!((key1 === "branches") || (key1 === "compete"))){
return false;
break;
}
}
if(_errs4 === errors){
if(data0.branches !== undefined){
const _errs5 = errors;
if(!(wrapper0.validate(data0.branches))){
errors++;
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
if(!(validate138(data.if))){
errors++;
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.input !== undefined){
const _errs9 = errors;
if(!(validate140(data.input))){
errors++;
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.output !== undefined){
const _errs10 = errors;
if(!(validate143(data.output))){
errors++;
}
var valid0 = _errs10 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.export !== undefined){
const _errs11 = errors;
if(!(validate146(data.export))){
errors++;
}
var valid0 = _errs11 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.timeout !== undefined){
const _errs12 = errors;
if(!(validate149(data.timeout))){
errors++;
}
var valid0 = _errs12 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.then !== undefined){
const _errs13 = errors;
if(!(validate155(data.then))){
errors++;
}
var valid0 = _errs13 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.metadata !== undefined){
const _errs14 = errors;
if(!(validate157(data.metadata))){
errors++;
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
return false;
}
}
return errors === 0;
}

const schema78 = {"type":"object","required":["listen"],"additionalProperties":false,"properties":{"listen":{"type":"object","required":["to"],"additionalProperties":false,"properties":{"to":{"$ref":"#/$defs/eventStrategy"},"read":{"$ref":"#/$defs/eventRead"}}},"foreach":{"$ref":"#/$defs/iterator"},"if":{"$ref":"#/$defs/taskIf"},"input":{"$ref":"#/$defs/taskInput"},"output":{"$ref":"#/$defs/taskOutput"},"export":{"$ref":"#/$defs/taskExport"},"timeout":{"$ref":"#/$defs/taskTimeout"},"then":{"$ref":"#/$defs/taskThen"},"metadata":{"$ref":"#/$defs/taskMetadata"}}};

function validate282(data){
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(Object.keys(data).length < 1){
return false;
}
else {
if(data.id !== undefined){
const _errs2 = errors;
if(typeof data.id !== "string"){
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
return false;
}
}
else {
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
return false;
}
}
else {
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
return false;
}
}
else {
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
return false;
}
}
return errors === 0;
}


function validate281(data){
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.with === undefined) && (missing0 = "with")){
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((key0 === "with") || (key0 === "correlate"))){
return false;
break;
}
}
if(_errs1 === errors){
if(data.with !== undefined){
const _errs2 = errors;
if(!(validate282(data.with))){
errors++;
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
return false;
}
else {
if(data2.from !== undefined){
let data3 = data2.from;
const _errs8 = errors;
if(errors === _errs8){
if(typeof data3 === "string"){
if(func1(data3) < 1){
return false;
}
}
else {
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
return false;
}
}
return errors === 0;
}


function validate286(data){
let errors = 0;
const _errs0 = errors;
let valid0 = false;
let passing0 = null;
const _errs1 = errors;
if(errors === _errs1){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.all === undefined) && (missing0 = "all")){
errors++;
}
else {
const _errs3 = errors;
for(const key0 in data){
if(!(key0 === "all")){
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
if(!(validate281(data0[i0]))){
errors++;
}
var valid2 = _errs6 === errors;
if(!valid2){
break;
}
}
}
else {
errors++;
}
}
}
}
}
}
else {
errors++;
}
}
var _valid0 = _errs1 === errors;
if(_valid0){
valid0 = true;
passing0 = 0;
}
const _errs7 = errors;
if(errors === _errs7){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing1;
if((data.any === undefined) && (missing1 = "any")){
errors++;
}
else {
const _errs9 = errors;
for(const key1 in data){
if(!(key1 === "any")){
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
if(!(validate281(data2[i1]))){
errors++;
}
var valid4 = _errs12 === errors;
if(!valid4){
break;
}
}
}
else {
errors++;
}
}
}
}
}
}
else {
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
}
const _errs13 = errors;
if(errors === _errs13){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing2;
if((data.one === undefined) && (missing2 = "one")){
errors++;
}
else {
const _errs15 = errors;
for(const key2 in data){
if(!(key2 === "one")){
errors++;
break;
}
}
if(_errs15 === errors){
if(data.one !== undefined){
if(!(validate281(data.one))){
errors++;
}
}
}
}
}
else {
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
}
}
}
if(!valid0){
errors++;
return false;
}
else {
errors = _errs0;
}
return errors === 0;
}


function validate280(data){
let errors = 0;
const _errs0 = errors;
let valid0 = false;
let passing0 = null;
const _errs1 = errors;
if(errors === _errs1){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.all === undefined) && (missing0 = "all")){
errors++;
}
else {
const _errs3 = errors;
for(const key0 in data){
if(!(key0 === "all")){
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
if(!(validate281(data0[i0]))){
errors++;
}
var valid2 = _errs6 === errors;
if(!valid2){
break;
}
}
}
else {
errors++;
}
}
}
}
}
}
else {
errors++;
}
}
var _valid0 = _errs1 === errors;
if(_valid0){
valid0 = true;
passing0 = 0;
}
const _errs7 = errors;
if(errors === _errs7){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing1;
if((data.any === undefined) && (missing1 = "any")){
errors++;
}
else {
const _errs9 = errors;
for(const key1 in data){
if(!((key1 === "any") || (key1 === "until"))){
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
if(!(validate281(data2[i1]))){
errors++;
}
var valid4 = _errs12 === errors;
if(!valid4){
break;
}
}
}
else {
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
errors++;
}
}
else {
errors++;
}
}
var _valid1 = _errs15 === errors;
if(_valid1){
valid5 = true;
passing1 = 0;
}
const _errs17 = errors;
if(!(validate286(data4))){
errors++;
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
errors++;
}
else {
errors = _errs14;
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
}
const _errs18 = errors;
if(errors === _errs18){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing2;
if((data.one === undefined) && (missing2 = "one")){
errors++;
}
else {
const _errs20 = errors;
for(const key2 in data){
if(!(key2 === "one")){
errors++;
break;
}
}
if(_errs20 === errors){
if(data.one !== undefined){
if(!(validate281(data.one))){
errors++;
}
}
}
}
}
else {
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
}
}
}
if(!valid0){
errors++;
return false;
}
else {
errors = _errs0;
}
return errors === 0;
}


function validate293(data){
let errors = 0;
if(typeof data !== "string"){
return false;
}
if(!(((data === "data") || (data === "envelope")) || (data === "raw"))){
return false;
}
return errors === 0;
}


function validate279(data){
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.listen === undefined) && (missing0 = "listen")){
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(func4.call(schema78.properties, key0))){
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
return false;
}
else {
const _errs4 = errors;
for(const key1 in data0){
if(!((key1 === "to") || (key1 === "read"))){
return false;
break;
}
}
if(_errs4 === errors){
if(data0.to !== undefined){
const _errs5 = errors;
if(!(validate280(data0.to))){
errors++;
}
var valid1 = _errs5 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.read !== undefined){
const _errs6 = errors;
if(!(validate293(data0.read))){
errors++;
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
if(!(validate193(data.foreach))){
errors++;
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.if !== undefined){
const _errs8 = errors;
if(!(validate138(data.if))){
errors++;
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.input !== undefined){
const _errs9 = errors;
if(!(validate140(data.input))){
errors++;
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.output !== undefined){
const _errs10 = errors;
if(!(validate143(data.output))){
errors++;
}
var valid0 = _errs10 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.export !== undefined){
const _errs11 = errors;
if(!(validate146(data.export))){
errors++;
}
var valid0 = _errs11 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.timeout !== undefined){
const _errs12 = errors;
if(!(validate149(data.timeout))){
errors++;
}
var valid0 = _errs12 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.then !== undefined){
const _errs13 = errors;
if(!(validate155(data.then))){
errors++;
}
var valid0 = _errs13 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.metadata !== undefined){
const _errs14 = errors;
if(!(validate157(data.metadata))){
errors++;
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
return false;
}
}
return errors === 0;
}


function validate304(data){
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.raise === undefined) && (missing0 = "raise")){
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((((((((key0 === "raise") || (key0 === "if")) || (key0 === "input")) || (key0 === "output")) || (key0 === "export")) || (key0 === "timeout")) || (key0 === "then")) || (key0 === "metadata"))){
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
return false;
}
else {
const _errs4 = errors;
for(const key1 in data0){
if(!(key1 === "error")){
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
if(!(validate119(data1))){
errors++;
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
errors++;
}
}
else {
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
errors++;
return false;
}
else {
errors = _errs6;
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
if(data.if !== undefined){
const _errs10 = errors;
if(!(validate138(data.if))){
errors++;
}
var valid0 = _errs10 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.input !== undefined){
const _errs11 = errors;
if(!(validate140(data.input))){
errors++;
}
var valid0 = _errs11 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.output !== undefined){
const _errs12 = errors;
if(!(validate143(data.output))){
errors++;
}
var valid0 = _errs12 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.export !== undefined){
const _errs13 = errors;
if(!(validate146(data.export))){
errors++;
}
var valid0 = _errs13 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.timeout !== undefined){
const _errs14 = errors;
if(!(validate149(data.timeout))){
errors++;
}
var valid0 = _errs14 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.then !== undefined){
const _errs15 = errors;
if(!(validate155(data.then))){
errors++;
}
var valid0 = _errs15 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.metadata !== undefined){
const _errs16 = errors;
if(!(validate157(data.metadata))){
errors++;
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
return false;
}
}
return errors === 0;
}


function validate316(data){
let errors = 0;
if(typeof data !== "boolean"){
return false;
}
return errors === 0;
}


function validate318(data){
let errors = 0;
if(typeof data !== "string"){
return false;
}
if(!(((((data === "stdout") || (data === "stderr")) || (data === "code")) || (data === "all")) || (data === "none"))){
return false;
}
return errors === 0;
}


function validate315(data){
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.workflow === undefined) && (missing0 = "workflow")){
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(((key0 === "workflow") || (key0 === "await")) || (key0 === "return"))){
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
return false;
}
else {
const _errs4 = errors;
for(const key1 in data0){
if(!((((key1 === "namespace") || (key1 === "name")) || (key1 === "version")) || (key1 === "input"))){
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
if(data0.name !== undefined){
let data2 = data0.name;
const _errs7 = errors;
if(errors === _errs7){
if(typeof data2 === "string"){
if(func1(data2) < 1){
return false;
}
}
else {
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
if(data0.input !== undefined){
let data4 = data0.input;
const _errs11 = errors;
if(errors === _errs11){
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
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
if(data.await !== undefined){
const _errs14 = errors;
if(!(validate316(data.await))){
errors++;
}
var valid0 = _errs14 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.return !== undefined){
const _errs15 = errors;
if(!(validate318(data.return))){
errors++;
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
return false;
}
}
return errors === 0;
}

const schema89 = {"type":"object","required":["container"],"additionalProperties":false,"properties":{"container":{"type":"object","required":["image"],"additionalProperties":false,"properties":{"image":{"type":"string","minLength":1},"name":{"type":"string"},"command":{"type":"string"},"ports":{"type":"object","additionalProperties":true},"volumes":{"type":"object","additionalProperties":true},"environment":{"$ref":"#/$defs/processEnvironment"},"stdin":{"$ref":"#/$defs/processStdin"},"arguments":{"$ref":"#/$defs/processArguments"},"lifetime":{"oneOf":[{"type":"object","required":["cleanup"],"additionalProperties":false,"properties":{"cleanup":{"type":"string","enum":["always","never"]}}},{"type":"object","required":["cleanup","after"],"additionalProperties":false,"properties":{"cleanup":{"const":"eventually"},"after":{"$ref":"#/$defs/duration"}}}]},"pullPolicy":{"type":"string","enum":["ifNotPresent","always","never"]}}},"await":{"$ref":"#/$defs/processAwait"},"return":{"$ref":"#/$defs/processReturn"}}};

function validate322(data){
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
}
else {
return false;
}
}
return errors === 0;
}


function validate324(data){
let errors = 0;
if(typeof data !== "string"){
return false;
}
return errors === 0;
}


function validate326(data){
let errors = 0;
if(errors === 0){
if(Array.isArray(data)){
var valid0 = true;
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
const _errs1 = errors;
if(typeof data[i0] !== "string"){
return false;
}
var valid0 = _errs1 === errors;
if(!valid0){
break;
}
}
}
else {
return false;
}
}
return errors === 0;
}


function validate321(data){
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.container === undefined) && (missing0 = "container")){
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(((key0 === "container") || (key0 === "await")) || (key0 === "return"))){
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
return false;
}
else {
const _errs4 = errors;
for(const key1 in data0){
if(!(func4.call(schema89.properties.container.properties, key1))){
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
if(data0.name !== undefined){
const _errs7 = errors;
if(typeof data0.name !== "string"){
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
if(!(validate322(data0.environment))){
errors++;
}
var valid1 = _errs17 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.stdin !== undefined){
const _errs18 = errors;
if(!(validate324(data0.stdin))){
errors++;
}
var valid1 = _errs18 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.arguments !== undefined){
const _errs19 = errors;
if(!(validate326(data0.arguments))){
errors++;
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
errors++;
}
else {
const _errs24 = errors;
for(const key2 in data9){
if(!(key2 === "cleanup")){
errors++;
break;
}
}
if(_errs24 === errors){
if(data9.cleanup !== undefined){
let data10 = data9.cleanup;
if(typeof data10 !== "string"){
errors++;
}
if(!((data10 === "always") || (data10 === "never"))){
errors++;
}
}
}
}
}
else {
errors++;
}
}
var _valid0 = _errs22 === errors;
if(_valid0){
valid2 = true;
passing0 = 0;
}
const _errs27 = errors;
if(errors === _errs27){
if(data9 && typeof data9 == "object" && !Array.isArray(data9)){
let missing3;
if(((data9.cleanup === undefined) && (missing3 = "cleanup")) || ((data9.after === undefined) && (missing3 = "after"))){
errors++;
}
else {
const _errs29 = errors;
for(const key3 in data9){
if(!((key3 === "cleanup") || (key3 === "after"))){
errors++;
break;
}
}
if(_errs29 === errors){
if(data9.cleanup !== undefined){
const _errs30 = errors;
if("eventually" !== data9.cleanup){
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
if(!(validate151(data9.after))){
errors++;
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
}
}
if(!valid2){
errors++;
return false;
}
else {
errors = _errs21;
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
return false;
}
if(!(((data13 === "ifNotPresent") || (data13 === "always")) || (data13 === "never"))){
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
if(!(validate316(data.await))){
errors++;
}
var valid0 = _errs34 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.return !== undefined){
const _errs35 = errors;
if(!(validate318(data.return))){
errors++;
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
return false;
}
}
return errors === 0;
}


function validate334(data){
let errors = 0;
const _errs0 = errors;
let valid0 = false;
const _errs1 = errors;
if(!(validate326(data))){
errors++;
}
var _valid0 = _errs1 === errors;
valid0 = valid0 || _valid0;
if(!valid0){
const _errs2 = errors;
if(!(data && typeof data == "object" && !Array.isArray(data))){
errors++;
}
var _valid0 = _errs2 === errors;
valid0 = valid0 || _valid0;
if(!valid0){
const _errs4 = errors;
if(errors === _errs4){
if(typeof data === "string"){
if(!pattern12.test(data)){
errors++;
}
}
else {
errors++;
}
}
var _valid0 = _errs4 === errors;
valid0 = valid0 || _valid0;
}
}
if(!valid0){
errors++;
return false;
}
else {
errors = _errs0;
}
return errors === 0;
}


function validate344(data){
let errors = 0;
if(errors === 0){
if(Array.isArray(data)){
if(data.length > 100){
return false;
}
else {
var valid0 = true;
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
let data0 = data[i0];
const _errs1 = errors;
if(errors === _errs1){
if(typeof data0 === "string"){
if(func1(data0) > 500){
return false;
}
else {
if(func1(data0) < 1){
return false;
}
}
}
else {
return false;
}
}
var valid0 = _errs1 === errors;
if(!valid0){
break;
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


function validate332(data){
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.script === undefined) && (missing0 = "script")){
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((((key0 === "script") || (key0 === "await")) || (key0 === "return")) || (key0 === "files"))){
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
errors++;
}
else {
const _errs6 = errors;
for(const key1 in data0){
if(!(((((key1 === "code") || (key1 === "language")) || (key1 === "stdin")) || (key1 === "arguments")) || (key1 === "environment"))){
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
errors++;
}
}
else {
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
errors++;
}
}
else {
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
if(!(validate324(data0.stdin))){
errors++;
}
var valid2 = _errs11 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data0.arguments !== undefined){
const _errs12 = errors;
if(!(validate334(data0.arguments))){
errors++;
}
var valid2 = _errs12 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data0.environment !== undefined){
const _errs13 = errors;
if(!(validate322(data0.environment))){
errors++;
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
errors++;
}
}
var _valid0 = _errs4 === errors;
if(_valid0){
valid1 = true;
passing0 = 0;
}
const _errs14 = errors;
if(errors === _errs14){
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
let missing2;
if(((data0.source === undefined) && (missing2 = "source")) || ((data0.language === undefined) && (missing2 = "language"))){
errors++;
}
else {
const _errs16 = errors;
for(const key2 in data0){
if(!(((((key2 === "source") || (key2 === "language")) || (key2 === "stdin")) || (key2 === "arguments")) || (key2 === "environment"))){
errors++;
break;
}
}
if(_errs16 === errors){
if(data0.source !== undefined){
const _errs17 = errors;
if(!(validate55(data0.source))){
errors++;
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
errors++;
}
}
else {
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
if(!(validate324(data0.stdin))){
errors++;
}
var valid3 = _errs20 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data0.arguments !== undefined){
const _errs21 = errors;
if(!(validate334(data0.arguments))){
errors++;
}
var valid3 = _errs21 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data0.environment !== undefined){
const _errs22 = errors;
if(!(validate322(data0.environment))){
errors++;
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
}
}
if(!valid1){
errors++;
return false;
}
else {
errors = _errs3;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.await !== undefined){
const _errs23 = errors;
if(!(validate316(data.await))){
errors++;
}
var valid0 = _errs23 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.return !== undefined){
const _errs24 = errors;
if(!(validate318(data.return))){
errors++;
}
var valid0 = _errs24 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.files !== undefined){
const _errs25 = errors;
if(!(validate344(data.files))){
errors++;
}
var valid0 = _errs25 === errors;
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
return false;
}
}
return errors === 0;
}


function validate349(data){
let errors = 0;
const _errs0 = errors;
let valid0 = false;
const _errs1 = errors;
if(!(validate326(data))){
errors++;
}
var _valid0 = _errs1 === errors;
valid0 = valid0 || _valid0;
if(!valid0){
const _errs2 = errors;
if(errors === _errs2){
if(data && typeof data == "object" && !Array.isArray(data)){
}
else {
errors++;
}
}
var _valid0 = _errs2 === errors;
valid0 = valid0 || _valid0;
if(!valid0){
const _errs5 = errors;
if(errors === _errs5){
if(typeof data === "string"){
if(!pattern12.test(data)){
errors++;
}
}
else {
errors++;
}
}
var _valid0 = _errs5 === errors;
valid0 = valid0 || _valid0;
}
}
if(!valid0){
errors++;
return false;
}
else {
errors = _errs0;
}
return errors === 0;
}


function validate347(data){
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.shell === undefined) && (missing0 = "shell")){
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((((key0 === "shell") || (key0 === "await")) || (key0 === "return")) || (key0 === "files"))){
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
return false;
}
else {
const _errs4 = errors;
for(const key1 in data0){
if(!((((key1 === "command") || (key1 === "stdin")) || (key1 === "arguments")) || (key1 === "environment"))){
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
if(data0.stdin !== undefined){
const _errs7 = errors;
if(!(validate324(data0.stdin))){
errors++;
}
var valid1 = _errs7 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.arguments !== undefined){
const _errs8 = errors;
if(!(validate349(data0.arguments))){
errors++;
}
var valid1 = _errs8 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.environment !== undefined){
const _errs9 = errors;
if(!(validate322(data0.environment))){
errors++;
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
if(!(validate316(data.await))){
errors++;
}
var valid0 = _errs10 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.return !== undefined){
const _errs11 = errors;
if(!(validate318(data.return))){
errors++;
}
var valid0 = _errs11 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.files !== undefined){
const _errs12 = errors;
if(!(validate344(data.files))){
errors++;
}
var valid0 = _errs12 === errors;
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
return false;
}
}
return errors === 0;
}


function validate314(data){
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.run === undefined) && (missing0 = "run")){
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((((((((key0 === "run") || (key0 === "if")) || (key0 === "input")) || (key0 === "output")) || (key0 === "export")) || (key0 === "timeout")) || (key0 === "then")) || (key0 === "metadata"))){
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
if(!(validate315(data0))){
errors++;
}
var _valid0 = _errs4 === errors;
if(_valid0){
valid1 = true;
passing0 = 0;
}
const _errs5 = errors;
if(!(validate321(data0))){
errors++;
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
}
const _errs6 = errors;
if(!(validate332(data0))){
errors++;
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
}
const _errs7 = errors;
if(!(validate347(data0))){
errors++;
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
}
}
}
}
if(!valid1){
errors++;
return false;
}
else {
errors = _errs3;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.if !== undefined){
const _errs8 = errors;
if(!(validate138(data.if))){
errors++;
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.input !== undefined){
const _errs9 = errors;
if(!(validate140(data.input))){
errors++;
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.output !== undefined){
const _errs10 = errors;
if(!(validate143(data.output))){
errors++;
}
var valid0 = _errs10 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.export !== undefined){
const _errs11 = errors;
if(!(validate146(data.export))){
errors++;
}
var valid0 = _errs11 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.timeout !== undefined){
const _errs12 = errors;
if(!(validate149(data.timeout))){
errors++;
}
var valid0 = _errs12 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.then !== undefined){
const _errs13 = errors;
if(!(validate155(data.then))){
errors++;
}
var valid0 = _errs13 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.metadata !== undefined){
const _errs14 = errors;
if(!(validate157(data.metadata))){
errors++;
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
return false;
}
}
return errors === 0;
}


function validate365(data){
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.set === undefined) && (missing0 = "set")){
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((((((((key0 === "set") || (key0 === "if")) || (key0 === "input")) || (key0 === "output")) || (key0 === "export")) || (key0 === "timeout")) || (key0 === "then")) || (key0 === "metadata"))){
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
errors++;
}
}
else {
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
errors++;
return false;
}
else {
errors = _errs3;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.if !== undefined){
const _errs9 = errors;
if(!(validate138(data.if))){
errors++;
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.input !== undefined){
const _errs10 = errors;
if(!(validate140(data.input))){
errors++;
}
var valid0 = _errs10 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.output !== undefined){
const _errs11 = errors;
if(!(validate143(data.output))){
errors++;
}
var valid0 = _errs11 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.export !== undefined){
const _errs12 = errors;
if(!(validate146(data.export))){
errors++;
}
var valid0 = _errs12 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.timeout !== undefined){
const _errs13 = errors;
if(!(validate149(data.timeout))){
errors++;
}
var valid0 = _errs13 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.then !== undefined){
const _errs14 = errors;
if(!(validate155(data.then))){
errors++;
}
var valid0 = _errs14 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.metadata !== undefined){
const _errs15 = errors;
if(!(validate157(data.metadata))){
errors++;
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
return false;
}
}
return errors === 0;
}


function validate375(data){
let errors = 0;
if(errors === 0){
if(typeof data === "string"){
if(func1(data) < 1){
return false;
}
}
else {
return false;
}
}
return errors === 0;
}


function validate374(data){
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.switch === undefined) && (missing0 = "switch")){
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((((((((key0 === "switch") || (key0 === "if")) || (key0 === "input")) || (key0 === "output")) || (key0 === "export")) || (key0 === "timeout")) || (key0 === "then")) || (key0 === "metadata"))){
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
return false;
}
else {
if(Object.keys(data1).length < 1){
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
return false;
}
else {
const _errs9 = errors;
for(const key2 in data2){
if(!((key2 === "when") || (key2 === "then"))){
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
return false;
}
}
else {
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
if(!(validate375(data2.then))){
errors++;
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
if(!(validate138(data.if))){
errors++;
}
var valid0 = _errs13 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.input !== undefined){
const _errs14 = errors;
if(!(validate140(data.input))){
errors++;
}
var valid0 = _errs14 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.output !== undefined){
const _errs15 = errors;
if(!(validate143(data.output))){
errors++;
}
var valid0 = _errs15 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.export !== undefined){
const _errs16 = errors;
if(!(validate146(data.export))){
errors++;
}
var valid0 = _errs16 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.timeout !== undefined){
const _errs17 = errors;
if(!(validate149(data.timeout))){
errors++;
}
var valid0 = _errs17 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.then !== undefined){
const _errs18 = errors;
if(!(validate155(data.then))){
errors++;
}
var valid0 = _errs18 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.metadata !== undefined){
const _errs19 = errors;
if(!(validate157(data.metadata))){
errors++;
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
return false;
}
}
return errors === 0;
}

const schema101 = {"type":"object","required":["try","catch"],"additionalProperties":false,"properties":{"try":{"$ref":"#/$defs/taskList"},"catch":{"type":"object","additionalProperties":false,"properties":{"errors":{"type":"object","properties":{"with":{"type":"object","minProperties":1,"properties":{"type":{"type":"string"},"status":{"type":"integer"},"instance":{"type":"string"},"title":{"type":"string"},"detail":{"type":"string"}}}}},"as":{"type":"string","default":"error","minLength":1},"when":{"type":"string","minLength":1},"exceptWhen":{"type":"string","minLength":1},"retry":{"oneOf":[{"$ref":"#/$defs/retryPolicy"},{"type":"string","minLength":1}]},"do":{"$ref":"#/$defs/taskList"},"then":{"$ref":"#/$defs/flowDirective"}}},"if":{"$ref":"#/$defs/taskIf"},"input":{"$ref":"#/$defs/taskInput"},"output":{"$ref":"#/$defs/taskOutput"},"export":{"$ref":"#/$defs/taskExport"},"timeout":{"$ref":"#/$defs/taskTimeout"},"then":{"$ref":"#/$defs/taskThen"},"metadata":{"$ref":"#/$defs/taskMetadata"}}};

function validate386(data){
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
const _errs1 = errors;
for(const key0 in data){
if(!((((((key0 === "when") || (key0 === "exceptWhen")) || (key0 === "delay")) || (key0 === "backoff")) || (key0 === "limit")) || (key0 === "jitter"))){
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
return false;
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
if(data.exceptWhen !== undefined){
let data1 = data.exceptWhen;
const _errs4 = errors;
if(errors === _errs4){
if(typeof data1 === "string"){
if(func1(data1) < 1){
return false;
}
}
else {
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
if(!(validate151(data.delay))){
errors++;
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
errors++;
}
else {
const _errs11 = errors;
for(const key1 in data3){
if(!(key1 === "constant")){
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
errors++;
}
}
}
}
}
}
else {
errors++;
}
}
var _valid0 = _errs9 === errors;
if(_valid0){
valid1 = true;
passing0 = 0;
}
const _errs15 = errors;
if(errors === _errs15){
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
let missing1;
if((data3.exponential === undefined) && (missing1 = "exponential")){
errors++;
}
else {
const _errs17 = errors;
for(const key2 in data3){
if(!(key2 === "exponential")){
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
errors++;
}
}
}
}
}
}
else {
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
}
const _errs21 = errors;
if(errors === _errs21){
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
let missing2;
if((data3.linear === undefined) && (missing2 = "linear")){
errors++;
}
else {
const _errs23 = errors;
for(const key3 in data3){
if(!(key3 === "linear")){
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
errors++;
}
}
}
}
}
}
else {
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
}
}
}
if(!valid1){
errors++;
return false;
}
else {
errors = _errs8;
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
return false;
break;
}
}
if(_errs32 === errors){
if(data8.count !== undefined){
let data9 = data8.count;
const _errs33 = errors;
if(!((typeof data9 == "number") && (!(data9 % 1) && !isNaN(data9)))){
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
if(!(validate151(data8.duration))){
errors++;
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
if(!(validate151(data7.duration))){
errors++;
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
return false;
}
else {
const _errs39 = errors;
for(const key6 in data12){
if(!((key6 === "from") || (key6 === "to"))){
return false;
break;
}
}
if(_errs39 === errors){
if(data12.from !== undefined){
const _errs40 = errors;
if(!(validate151(data12.from))){
errors++;
}
var valid7 = _errs40 === errors;
}
else {
var valid7 = true;
}
if(valid7){
if(data12.to !== undefined){
const _errs41 = errors;
if(!(validate151(data12.to))){
errors++;
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
return false;
}
}
return errors === 0;
}


function validate385(data){
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.try === undefined) && (missing0 = "try")) || ((data.catch === undefined) && (missing0 = "catch"))){
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(func4.call(schema101.properties, key0))){
return false;
break;
}
}
if(_errs1 === errors){
if(data.try !== undefined){
const _errs2 = errors;
if(!(wrapper0.validate(data.try))){
errors++;
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
return false;
}
else {
if(data3.type !== undefined){
const _errs10 = errors;
if(typeof data3.type !== "string"){
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
return false;
}
}
}
}
else {
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
return false;
}
}
else {
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
return false;
}
}
else {
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
return false;
}
}
else {
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
if(!(validate386(data12))){
errors++;
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
errors++;
}
}
else {
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
errors++;
return false;
}
else {
errors = _errs27;
}
var valid1 = _errs26 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.do !== undefined){
const _errs31 = errors;
if(!(wrapper0.validate(data1.do))){
errors++;
}
var valid1 = _errs31 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.then !== undefined){
const _errs32 = errors;
if(!(validate375(data1.then))){
errors++;
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
if(!(validate138(data.if))){
errors++;
}
var valid0 = _errs33 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.input !== undefined){
const _errs34 = errors;
if(!(validate140(data.input))){
errors++;
}
var valid0 = _errs34 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.output !== undefined){
const _errs35 = errors;
if(!(validate143(data.output))){
errors++;
}
var valid0 = _errs35 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.export !== undefined){
const _errs36 = errors;
if(!(validate146(data.export))){
errors++;
}
var valid0 = _errs36 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.timeout !== undefined){
const _errs37 = errors;
if(!(validate149(data.timeout))){
errors++;
}
var valid0 = _errs37 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.then !== undefined){
const _errs38 = errors;
if(!(validate155(data.then))){
errors++;
}
var valid0 = _errs38 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.metadata !== undefined){
const _errs39 = errors;
if(!(validate157(data.metadata))){
errors++;
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
return false;
}
}
return errors === 0;
}


function validate402(data){
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.wait === undefined) && (missing0 = "wait")){
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((((((((key0 === "wait") || (key0 === "if")) || (key0 === "input")) || (key0 === "output")) || (key0 === "export")) || (key0 === "timeout")) || (key0 === "then")) || (key0 === "metadata"))){
return false;
break;
}
}
if(_errs1 === errors){
if(data.wait !== undefined){
const _errs2 = errors;
if(!(validate151(data.wait))){
errors++;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.if !== undefined){
const _errs3 = errors;
if(!(validate138(data.if))){
errors++;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.input !== undefined){
const _errs4 = errors;
if(!(validate140(data.input))){
errors++;
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.output !== undefined){
const _errs5 = errors;
if(!(validate143(data.output))){
errors++;
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.export !== undefined){
const _errs6 = errors;
if(!(validate146(data.export))){
errors++;
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.timeout !== undefined){
const _errs7 = errors;
if(!(validate149(data.timeout))){
errors++;
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.then !== undefined){
const _errs8 = errors;
if(!(validate155(data.then))){
errors++;
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.metadata !== undefined){
const _errs9 = errors;
if(!(validate157(data.metadata))){
errors++;
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
return false;
}
}
return errors === 0;
}


function validate123(data){
let errors = 0;
const _errs0 = errors;
let valid0 = false;
let passing0 = null;
const _errs1 = errors;
if(!(validate124(data))){
errors++;
}
var _valid0 = _errs1 === errors;
if(_valid0){
valid0 = true;
passing0 = 0;
}
const _errs2 = errors;
if(!(validate242(data))){
errors++;
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
const _errs3 = errors;
if(!(validate251(data))){
errors++;
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
}
const _errs4 = errors;
if(!(validate262(data))){
errors++;
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
}
const _errs5 = errors;
if(!(validate270(data))){
errors++;
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
}
const _errs6 = errors;
if(!(validate279(data))){
errors++;
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
}
const _errs7 = errors;
if(!(validate304(data))){
errors++;
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
}
const _errs8 = errors;
if(!(validate314(data))){
errors++;
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
}
const _errs9 = errors;
if(!(validate365(data))){
errors++;
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
}
const _errs10 = errors;
if(!(validate374(data))){
errors++;
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
}
const _errs11 = errors;
if(!(validate385(data))){
errors++;
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
}
const _errs12 = errors;
if(!(validate402(data))){
errors++;
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
errors++;
return false;
}
else {
errors = _errs0;
}
return errors === 0;
}


function validate122(data){
let errors = 0;
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
return false;
}
else {
if(Object.keys(data0).length < 1){
return false;
}
else {
for(const key0 in data0){
const _errs4 = errors;
if(!(validate123(data0[key0]))){
errors++;
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
return false;
}
}
return errors === 0;
}


function validate121(data){
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.extend === undefined) && (missing0 = "extend")){
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((((key0 === "extend") || (key0 === "when")) || (key0 === "before")) || (key0 === "after"))){
return false;
break;
}
}
if(_errs1 === errors){
if(data.extend !== undefined){
let data0 = data.extend;
const _errs2 = errors;
if(typeof data0 !== "string"){
return false;
}
if(!((((((((((((data0 === "call") || (data0 === "composite")) || (data0 === "emit")) || (data0 === "for")) || (data0 === "listen")) || (data0 === "raise")) || (data0 === "run")) || (data0 === "set")) || (data0 === "switch")) || (data0 === "try")) || (data0 === "wait")) || (data0 === "all"))){
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
return false;
}
}
else {
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
if(!(validate122(data.before))){
errors++;
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.after !== undefined){
const _errs7 = errors;
if(!(validate122(data.after))){
errors++;
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
return false;
}
}
return errors === 0;
}


function validate419(data){
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.endpoint === undefined) && (missing0 = "endpoint")){
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(key0 === "endpoint")){
return false;
break;
}
}
if(_errs1 === errors){
if(data.endpoint !== undefined){
if(!(validate56(data.endpoint))){
errors++;
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


function validate423(data){
let errors = 0;
const _errs0 = errors;
let valid0 = false;
let passing0 = null;
const _errs1 = errors;
if(!(validate150(data))){
errors++;
}
var _valid0 = _errs1 === errors;
if(_valid0){
valid0 = true;
passing0 = 0;
}
const _errs2 = errors;
if(errors === _errs2){
if(typeof data === "string"){
if(func1(data) < 1){
errors++;
}
}
else {
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
errors++;
return false;
}
else {
errors = _errs0;
}
return errors === 0;
}


function validate52(data){
/*# sourceURL="flow.json" */;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.document === undefined) && (missing0 = "document")) || ((data.do === undefined) && (missing0 = "do"))){
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((((((((key0 === "document") || (key0 === "input")) || (key0 === "use")) || (key0 === "do")) || (key0 === "timeout")) || (key0 === "output")) || (key0 === "schedule")) || (key0 === "evaluate"))){
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
return false;
}
else {
const _errs4 = errors;
for(const key1 in data0){
if(!((((((((key1 === "dsl") || (key1 === "namespace")) || (key1 === "name")) || (key1 === "version")) || (key1 === "title")) || (key1 === "summary")) || (key1 === "tags")) || (key1 === "metadata"))){
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
if(data0.namespace !== undefined){
let data2 = data0.namespace;
const _errs7 = errors;
if(errors === _errs7){
if(typeof data2 === "string"){
if(!pattern4.test(data2)){
return false;
}
}
else {
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
if(data0.version !== undefined){
let data4 = data0.version;
const _errs11 = errors;
if(errors === _errs11){
if(typeof data4 === "string"){
if(!pattern6.test(data4)){
return false;
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
if(data0.title !== undefined){
const _errs13 = errors;
if(typeof data0.title !== "string"){
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
if(data8.concurrency !== undefined){
let data9 = data8.concurrency;
const _errs23 = errors;
const _errs24 = errors;
let valid3 = false;
let passing0 = null;
const _errs25 = errors;
if(!((typeof data9 == "number") && (!(data9 % 1) && !isNaN(data9)))){
errors++;
}
if(errors === _errs25){
if(typeof data9 == "number"){
if(data9 < 1 || isNaN(data9)){
errors++;
}
}
}
var _valid0 = _errs25 === errors;
if(_valid0){
valid3 = true;
passing0 = 0;
}
const _errs27 = errors;
if(errors === _errs27){
if(data9 && typeof data9 == "object" && !Array.isArray(data9)){
let missing2;
if((data9.limit === undefined) && (missing2 = "limit")){
errors++;
}
else {
const _errs29 = errors;
for(const key2 in data9){
if(!((key2 === "limit") || (key2 === "waiting"))){
errors++;
break;
}
}
if(_errs29 === errors){
if(data9.limit !== undefined){
let data10 = data9.limit;
const _errs30 = errors;
if(!((typeof data10 == "number") && (!(data10 % 1) && !isNaN(data10)))){
errors++;
}
if(errors === _errs30){
if(typeof data10 == "number"){
if(data10 < 1 || isNaN(data10)){
errors++;
}
}
}
var valid4 = _errs30 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data9.waiting !== undefined){
let data11 = data9.waiting;
const _errs32 = errors;
if(typeof data11 !== "string"){
errors++;
}
if(!((data11 === "holds") || (data11 === "releases"))){
errors++;
}
var valid4 = _errs32 === errors;
}
else {
var valid4 = true;
}
}
}
}
}
else {
errors++;
}
}
var _valid0 = _errs27 === errors;
if(_valid0 && valid3){
valid3 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid3 = true;
passing0 = 1;
}
}
if(!valid3){
errors++;
return false;
}
else {
errors = _errs24;
}
var valid2 = _errs23 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data8.disabled !== undefined){
let data12 = data8.disabled;
const _errs34 = errors;
if(errors === _errs34){
if(typeof data12 === "string"){
if(func1(data12) < 1){
return false;
}
}
else {
return false;
}
}
var valid2 = _errs34 === errors;
}
else {
var valid2 = true;
}
}
}
else {
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
const _errs36 = errors;
if(!(validate53(data.input))){
errors++;
}
var valid0 = _errs36 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.use !== undefined){
let data14 = data.use;
const _errs37 = errors;
if(errors === _errs37){
if(data14 && typeof data14 == "object" && !Array.isArray(data14)){
const _errs39 = errors;
for(const key3 in data14){
if(!((((((((key3 === "authentications") || (key3 === "errors")) || (key3 === "extensions")) || (key3 === "functions")) || (key3 === "retries")) || (key3 === "secrets")) || (key3 === "timeouts")) || (key3 === "catalogs"))){
return false;
break;
}
}
if(_errs39 === errors){
if(data14.authentications !== undefined){
let data15 = data14.authentications;
const _errs40 = errors;
if(errors === _errs40){
if(data15 && typeof data15 == "object" && !Array.isArray(data15)){
for(const key4 in data15){
const _errs43 = errors;
if(!(validate112(data15[key4]))){
errors++;
}
var valid6 = _errs43 === errors;
if(!valid6){
break;
}
}
}
else {
return false;
}
}
var valid5 = _errs40 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data14.errors !== undefined){
let data17 = data14.errors;
const _errs44 = errors;
if(errors === _errs44){
if(data17 && typeof data17 == "object" && !Array.isArray(data17)){
for(const key5 in data17){
const _errs47 = errors;
if(!(validate119(data17[key5]))){
errors++;
}
var valid7 = _errs47 === errors;
if(!valid7){
break;
}
}
}
else {
return false;
}
}
var valid5 = _errs44 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data14.extensions !== undefined){
let data19 = data14.extensions;
const _errs48 = errors;
if(errors === _errs48){
if(Array.isArray(data19)){
var valid8 = true;
const len0 = data19.length;
for(let i0=0; i0<len0; i0++){
let data20 = data19[i0];
const _errs50 = errors;
if(errors === _errs50){
if(data20 && typeof data20 == "object" && !Array.isArray(data20)){
if(Object.keys(data20).length > 1){
return false;
}
else {
if(Object.keys(data20).length < 1){
return false;
}
else {
for(const key6 in data20){
const _errs53 = errors;
if(!(validate121(data20[key6]))){
errors++;
}
var valid9 = _errs53 === errors;
if(!valid9){
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
var valid8 = _errs50 === errors;
if(!valid8){
break;
}
}
}
else {
return false;
}
}
var valid5 = _errs48 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data14.functions !== undefined){
let data22 = data14.functions;
const _errs54 = errors;
if(errors === _errs54){
if(data22 && typeof data22 == "object" && !Array.isArray(data22)){
for(const key7 in data22){
const _errs57 = errors;
if(!(validate123(data22[key7]))){
errors++;
}
var valid10 = _errs57 === errors;
if(!valid10){
break;
}
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
if(data14.retries !== undefined){
let data24 = data14.retries;
const _errs58 = errors;
if(errors === _errs58){
if(data24 && typeof data24 == "object" && !Array.isArray(data24)){
for(const key8 in data24){
const _errs61 = errors;
if(!(validate386(data24[key8]))){
errors++;
}
var valid11 = _errs61 === errors;
if(!valid11){
break;
}
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
if(valid5){
if(data14.secrets !== undefined){
let data26 = data14.secrets;
const _errs62 = errors;
if(errors === _errs62){
if(Array.isArray(data26)){
var valid12 = true;
const len1 = data26.length;
for(let i1=0; i1<len1; i1++){
const _errs64 = errors;
if(typeof data26[i1] !== "string"){
return false;
}
var valid12 = _errs64 === errors;
if(!valid12){
break;
}
}
}
else {
return false;
}
}
var valid5 = _errs62 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data14.timeouts !== undefined){
let data28 = data14.timeouts;
const _errs66 = errors;
if(errors === _errs66){
if(data28 && typeof data28 == "object" && !Array.isArray(data28)){
for(const key9 in data28){
const _errs69 = errors;
if(!(validate150(data28[key9]))){
errors++;
}
var valid13 = _errs69 === errors;
if(!valid13){
break;
}
}
}
else {
return false;
}
}
var valid5 = _errs66 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data14.catalogs !== undefined){
let data30 = data14.catalogs;
const _errs70 = errors;
if(errors === _errs70){
if(data30 && typeof data30 == "object" && !Array.isArray(data30)){
for(const key10 in data30){
const _errs73 = errors;
if(!(validate419(data30[key10]))){
errors++;
}
var valid14 = _errs73 === errors;
if(!valid14){
break;
}
}
}
else {
return false;
}
}
var valid5 = _errs70 === errors;
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
}
}
}
else {
return false;
}
}
var valid0 = _errs37 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.do !== undefined){
const _errs74 = errors;
if(!(validate122(data.do))){
errors++;
}
var valid0 = _errs74 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.timeout !== undefined){
const _errs75 = errors;
if(!(validate423(data.timeout))){
errors++;
}
var valid0 = _errs75 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.output !== undefined){
const _errs76 = errors;
if(!(validate194(data.output))){
errors++;
}
var valid0 = _errs76 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.schedule !== undefined){
let data35 = data.schedule;
const _errs77 = errors;
if(errors === _errs77){
if(data35 && typeof data35 == "object" && !Array.isArray(data35)){
const _errs79 = errors;
for(const key11 in data35){
if(!(((((key11 === "every") || (key11 === "cron")) || (key11 === "after")) || (key11 === "on")) || (key11 === "read"))){
return false;
break;
}
}
if(_errs79 === errors){
if(data35.every !== undefined){
const _errs80 = errors;
if(!(validate151(data35.every))){
errors++;
}
var valid15 = _errs80 === errors;
}
else {
var valid15 = true;
}
if(valid15){
if(data35.cron !== undefined){
let data37 = data35.cron;
const _errs81 = errors;
if(errors === _errs81){
if(typeof data37 === "string"){
if(func1(data37) < 1){
return false;
}
}
else {
return false;
}
}
var valid15 = _errs81 === errors;
}
else {
var valid15 = true;
}
if(valid15){
if(data35.after !== undefined){
const _errs83 = errors;
if(!(validate151(data35.after))){
errors++;
}
var valid15 = _errs83 === errors;
}
else {
var valid15 = true;
}
if(valid15){
if(data35.on !== undefined){
const _errs84 = errors;
if(!(validate280(data35.on))){
errors++;
}
var valid15 = _errs84 === errors;
}
else {
var valid15 = true;
}
if(valid15){
if(data35.read !== undefined){
const _errs85 = errors;
if(!(validate293(data35.read))){
errors++;
}
var valid15 = _errs85 === errors;
}
else {
var valid15 = true;
}
if(valid15){
let missing3;
if(data35.read !== undefined && ((data35.on === undefined) && (missing3 = "on"))){
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
return false;
}
}
var valid0 = _errs77 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.evaluate !== undefined){
let data41 = data.evaluate;
const _errs86 = errors;
if(errors === _errs86){
if(data41 && typeof data41 == "object" && !Array.isArray(data41)){
const _errs88 = errors;
for(const key12 in data41){
if(!((key12 === "language") || (key12 === "mode"))){
return false;
break;
}
}
if(_errs88 === errors){
if(data41.language !== undefined){
const _errs89 = errors;
if(typeof data41.language !== "string"){
return false;
}
var valid16 = _errs89 === errors;
}
else {
var valid16 = true;
}
if(valid16){
if(data41.mode !== undefined){
let data43 = data41.mode;
const _errs91 = errors;
if(typeof data43 !== "string"){
return false;
}
if(!((data43 === "strict") || (data43 === "loose"))){
return false;
}
var valid16 = _errs91 === errors;
}
else {
var valid16 = true;
}
}
}
}
else {
return false;
}
}
var valid0 = _errs86 === errors;
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
return false;
}
}
return errors === 0;
}

