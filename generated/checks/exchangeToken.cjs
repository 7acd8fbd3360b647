// Made by `npm run generate`.
module.exports = words => [
(module => {"use strict";
module.exports = validate0;
module.exports.default = validate0;
const schema0 = {"title":"Request","type":"object","additionalProperties":true,"properties":{"requestBody":{"type":"object","oneOf":[{"type":"object","required":["grant_type","code","redirect_uri","code_verifier"],"properties":{"grant_type":{"type":"string","enum":["authorization_code"]},"client_id":{"type":"string","minLength":1},"client_secret":{"type":"string","x-secret":true},"client_assertion_type":{"type":"string"},"client_assertion":{"type":"string","x-secret":true},"code":{"type":"string","minLength":1,"x-secret":true},"redirect_uri":{"type":"string","minLength":1},"code_verifier":{"type":"string","pattern":"^[A-Za-z0-9._~-]{43,128}$","x-secret":true}}},{"type":"object","required":["grant_type","refresh_token"],"properties":{"grant_type":{"type":"string","enum":["refresh_token"]},"client_id":{"type":"string","minLength":1},"client_secret":{"type":"string","x-secret":true},"client_assertion_type":{"type":"string"},"client_assertion":{"type":"string","x-secret":true},"refresh_token":{"type":"string","minLength":1,"x-secret":true},"scope":{"type":"string"}}},{"type":"object","required":["grant_type","device_code"],"properties":{"grant_type":{"type":"string","enum":["urn:ietf:params:oauth:grant-type:device_code"]},"client_id":{"type":"string","minLength":1},"client_secret":{"type":"string","x-secret":true},"device_code":{"type":"string","minLength":1,"x-secret":true}}}],"discriminator":{"propertyName":"grant_type"}}},"required":["requestBody"]};
const func0 = words.isShorterThan;
const pattern0 = new RegExp("^[A-Za-z0-9._~-]{43,128}$", "u");

function validate0(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate0.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.requestBody === undefined) && (missing0 = "requestBody")){
validate0.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'",schema:schema0.required,parentSchema:schema0,data}];
return false;
}
else {
if(data.requestBody !== undefined){
let data0 = data.requestBody;
const _errs2 = errors;
if(errors === _errs2){
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
const tag0 = data0.grant_type;
if(typeof tag0 == "string"){
if(tag0 === "authorization_code"){
const _errs5 = errors;
if(errors === _errs5){
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
let missing1;
if(((((data0.grant_type === undefined) && (missing1 = "grant_type")) || ((data0.code === undefined) && (missing1 = "code"))) || ((data0.redirect_uri === undefined) && (missing1 = "redirect_uri"))) || ((data0.code_verifier === undefined) && (missing1 = "code_verifier"))){
validate0.errors = [{instancePath:instancePath+"/requestBody",schemaPath:"#/properties/requestBody/oneOf/0/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'",schema:schema0.properties.requestBody.oneOf[0].required,parentSchema:schema0.properties.requestBody.oneOf[0],data:data0}];
return false;
}
else {
if(data0.grant_type !== undefined){
let data1 = data0.grant_type;
const _errs7 = errors;
if(typeof data1 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/grant_type",schemaPath:"#/properties/requestBody/oneOf/0/properties/grant_type/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.oneOf[0].properties.grant_type.type,parentSchema:schema0.properties.requestBody.oneOf[0].properties.grant_type,data:data1}];
return false;
}
if(!(data1 === "authorization_code")){
validate0.errors = [{instancePath:instancePath+"/requestBody/grant_type",schemaPath:"#/properties/requestBody/oneOf/0/properties/grant_type/enum",keyword:"enum",params:{allowedValues: schema0.properties.requestBody.oneOf[0].properties.grant_type.enum},message:"must be equal to one of the allowed values",schema:schema0.properties.requestBody.oneOf[0].properties.grant_type.enum,parentSchema:schema0.properties.requestBody.oneOf[0].properties.grant_type,data:data1}];
return false;
}
var valid3 = _errs7 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data0.client_id !== undefined){
let data2 = data0.client_id;
const _errs9 = errors;
if(errors === _errs9){
if(typeof data2 === "string"){
if(func0(data2, 1)){
validate0.errors = [{instancePath:instancePath+"/requestBody/client_id",schemaPath:"#/properties/requestBody/oneOf/0/properties/client_id/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema0.properties.requestBody.oneOf[0].properties.client_id,data:data2}];
return false;
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/client_id",schemaPath:"#/properties/requestBody/oneOf/0/properties/client_id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.oneOf[0].properties.client_id.type,parentSchema:schema0.properties.requestBody.oneOf[0].properties.client_id,data:data2}];
return false;
}
}
var valid3 = _errs9 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data0.client_secret !== undefined){
let data3 = data0.client_secret;
const _errs11 = errors;
if(typeof data3 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/client_secret",schemaPath:"#/properties/requestBody/oneOf/0/properties/client_secret/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.oneOf[0].properties.client_secret.type,parentSchema:schema0.properties.requestBody.oneOf[0].properties.client_secret,data:data3}];
return false;
}
var valid3 = _errs11 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data0.client_assertion_type !== undefined){
let data4 = data0.client_assertion_type;
const _errs13 = errors;
if(typeof data4 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/client_assertion_type",schemaPath:"#/properties/requestBody/oneOf/0/properties/client_assertion_type/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.oneOf[0].properties.client_assertion_type.type,parentSchema:schema0.properties.requestBody.oneOf[0].properties.client_assertion_type,data:data4}];
return false;
}
var valid3 = _errs13 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data0.client_assertion !== undefined){
let data5 = data0.client_assertion;
const _errs15 = errors;
if(typeof data5 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/client_assertion",schemaPath:"#/properties/requestBody/oneOf/0/properties/client_assertion/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.oneOf[0].properties.client_assertion.type,parentSchema:schema0.properties.requestBody.oneOf[0].properties.client_assertion,data:data5}];
return false;
}
var valid3 = _errs15 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data0.code !== undefined){
let data6 = data0.code;
const _errs17 = errors;
if(errors === _errs17){
if(typeof data6 === "string"){
if(func0(data6, 1)){
validate0.errors = [{instancePath:instancePath+"/requestBody/code",schemaPath:"#/properties/requestBody/oneOf/0/properties/code/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema0.properties.requestBody.oneOf[0].properties.code,data:data6}];
return false;
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/code",schemaPath:"#/properties/requestBody/oneOf/0/properties/code/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.oneOf[0].properties.code.type,parentSchema:schema0.properties.requestBody.oneOf[0].properties.code,data:data6}];
return false;
}
}
var valid3 = _errs17 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data0.redirect_uri !== undefined){
let data7 = data0.redirect_uri;
const _errs19 = errors;
if(errors === _errs19){
if(typeof data7 === "string"){
if(func0(data7, 1)){
validate0.errors = [{instancePath:instancePath+"/requestBody/redirect_uri",schemaPath:"#/properties/requestBody/oneOf/0/properties/redirect_uri/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema0.properties.requestBody.oneOf[0].properties.redirect_uri,data:data7}];
return false;
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/redirect_uri",schemaPath:"#/properties/requestBody/oneOf/0/properties/redirect_uri/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.oneOf[0].properties.redirect_uri.type,parentSchema:schema0.properties.requestBody.oneOf[0].properties.redirect_uri,data:data7}];
return false;
}
}
var valid3 = _errs19 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data0.code_verifier !== undefined){
let data8 = data0.code_verifier;
const _errs21 = errors;
if(errors === _errs21){
if(typeof data8 === "string"){
if(!pattern0.test(data8)){
validate0.errors = [{instancePath:instancePath+"/requestBody/code_verifier",schemaPath:"#/properties/requestBody/oneOf/0/properties/code_verifier/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9._~-]{43,128}$"},message:"must match pattern \""+"^[A-Za-z0-9._~-]{43,128}$"+"\"",schema:"^[A-Za-z0-9._~-]{43,128}$",parentSchema:schema0.properties.requestBody.oneOf[0].properties.code_verifier,data:data8}];
return false;
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/code_verifier",schemaPath:"#/properties/requestBody/oneOf/0/properties/code_verifier/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.oneOf[0].properties.code_verifier.type,parentSchema:schema0.properties.requestBody.oneOf[0].properties.code_verifier,data:data8}];
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
}
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody",schemaPath:"#/properties/requestBody/oneOf/0/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.oneOf[0].type,parentSchema:schema0.properties.requestBody.oneOf[0],data:data0}];
return false;
}
}
var props0 = {};
props0.grant_type = true;
props0.client_id = true;
props0.client_secret = true;
props0.client_assertion_type = true;
props0.client_assertion = true;
props0.code = true;
props0.redirect_uri = true;
props0.code_verifier = true;
}
else if(tag0 === "refresh_token"){
const _errs23 = errors;
if(errors === _errs23){
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
let missing2;
if(((data0.grant_type === undefined) && (missing2 = "grant_type")) || ((data0.refresh_token === undefined) && (missing2 = "refresh_token"))){
validate0.errors = [{instancePath:instancePath+"/requestBody",schemaPath:"#/properties/requestBody/oneOf/1/required",keyword:"required",params:{missingProperty: missing2},message:"must have required property '"+missing2+"'",schema:schema0.properties.requestBody.oneOf[1].required,parentSchema:schema0.properties.requestBody.oneOf[1],data:data0}];
return false;
}
else {
if(data0.grant_type !== undefined){
let data9 = data0.grant_type;
const _errs25 = errors;
if(typeof data9 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/grant_type",schemaPath:"#/properties/requestBody/oneOf/1/properties/grant_type/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.oneOf[1].properties.grant_type.type,parentSchema:schema0.properties.requestBody.oneOf[1].properties.grant_type,data:data9}];
return false;
}
if(!(data9 === "refresh_token")){
validate0.errors = [{instancePath:instancePath+"/requestBody/grant_type",schemaPath:"#/properties/requestBody/oneOf/1/properties/grant_type/enum",keyword:"enum",params:{allowedValues: schema0.properties.requestBody.oneOf[1].properties.grant_type.enum},message:"must be equal to one of the allowed values",schema:schema0.properties.requestBody.oneOf[1].properties.grant_type.enum,parentSchema:schema0.properties.requestBody.oneOf[1].properties.grant_type,data:data9}];
return false;
}
var valid5 = _errs25 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data0.client_id !== undefined){
let data10 = data0.client_id;
const _errs27 = errors;
if(errors === _errs27){
if(typeof data10 === "string"){
if(func0(data10, 1)){
validate0.errors = [{instancePath:instancePath+"/requestBody/client_id",schemaPath:"#/properties/requestBody/oneOf/1/properties/client_id/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema0.properties.requestBody.oneOf[1].properties.client_id,data:data10}];
return false;
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/client_id",schemaPath:"#/properties/requestBody/oneOf/1/properties/client_id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.oneOf[1].properties.client_id.type,parentSchema:schema0.properties.requestBody.oneOf[1].properties.client_id,data:data10}];
return false;
}
}
var valid5 = _errs27 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data0.client_secret !== undefined){
let data11 = data0.client_secret;
const _errs29 = errors;
if(typeof data11 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/client_secret",schemaPath:"#/properties/requestBody/oneOf/1/properties/client_secret/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.oneOf[1].properties.client_secret.type,parentSchema:schema0.properties.requestBody.oneOf[1].properties.client_secret,data:data11}];
return false;
}
var valid5 = _errs29 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data0.client_assertion_type !== undefined){
let data12 = data0.client_assertion_type;
const _errs31 = errors;
if(typeof data12 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/client_assertion_type",schemaPath:"#/properties/requestBody/oneOf/1/properties/client_assertion_type/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.oneOf[1].properties.client_assertion_type.type,parentSchema:schema0.properties.requestBody.oneOf[1].properties.client_assertion_type,data:data12}];
return false;
}
var valid5 = _errs31 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data0.client_assertion !== undefined){
let data13 = data0.client_assertion;
const _errs33 = errors;
if(typeof data13 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/client_assertion",schemaPath:"#/properties/requestBody/oneOf/1/properties/client_assertion/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.oneOf[1].properties.client_assertion.type,parentSchema:schema0.properties.requestBody.oneOf[1].properties.client_assertion,data:data13}];
return false;
}
var valid5 = _errs33 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data0.refresh_token !== undefined){
let data14 = data0.refresh_token;
const _errs35 = errors;
if(errors === _errs35){
if(typeof data14 === "string"){
if(func0(data14, 1)){
validate0.errors = [{instancePath:instancePath+"/requestBody/refresh_token",schemaPath:"#/properties/requestBody/oneOf/1/properties/refresh_token/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema0.properties.requestBody.oneOf[1].properties.refresh_token,data:data14}];
return false;
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/refresh_token",schemaPath:"#/properties/requestBody/oneOf/1/properties/refresh_token/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.oneOf[1].properties.refresh_token.type,parentSchema:schema0.properties.requestBody.oneOf[1].properties.refresh_token,data:data14}];
return false;
}
}
var valid5 = _errs35 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data0.scope !== undefined){
let data15 = data0.scope;
const _errs37 = errors;
if(typeof data15 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/scope",schemaPath:"#/properties/requestBody/oneOf/1/properties/scope/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.oneOf[1].properties.scope.type,parentSchema:schema0.properties.requestBody.oneOf[1].properties.scope,data:data15}];
return false;
}
var valid5 = _errs37 === errors;
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
else {
validate0.errors = [{instancePath:instancePath+"/requestBody",schemaPath:"#/properties/requestBody/oneOf/1/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.oneOf[1].type,parentSchema:schema0.properties.requestBody.oneOf[1],data:data0}];
return false;
}
}
if(props0 !== true){
props0 = props0 || {};
props0.grant_type = true;
props0.client_id = true;
props0.client_secret = true;
props0.client_assertion_type = true;
props0.client_assertion = true;
props0.refresh_token = true;
props0.scope = true;
}
}
else if(tag0 === "urn:ietf:params:oauth:grant-type:device_code"){
const _errs39 = errors;
if(errors === _errs39){
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
let missing3;
if(((data0.grant_type === undefined) && (missing3 = "grant_type")) || ((data0.device_code === undefined) && (missing3 = "device_code"))){
validate0.errors = [{instancePath:instancePath+"/requestBody",schemaPath:"#/properties/requestBody/oneOf/2/required",keyword:"required",params:{missingProperty: missing3},message:"must have required property '"+missing3+"'",schema:schema0.properties.requestBody.oneOf[2].required,parentSchema:schema0.properties.requestBody.oneOf[2],data:data0}];
return false;
}
else {
if(data0.grant_type !== undefined){
let data16 = data0.grant_type;
const _errs41 = errors;
if(typeof data16 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/grant_type",schemaPath:"#/properties/requestBody/oneOf/2/properties/grant_type/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.oneOf[2].properties.grant_type.type,parentSchema:schema0.properties.requestBody.oneOf[2].properties.grant_type,data:data16}];
return false;
}
if(!(data16 === "urn:ietf:params:oauth:grant-type:device_code")){
validate0.errors = [{instancePath:instancePath+"/requestBody/grant_type",schemaPath:"#/properties/requestBody/oneOf/2/properties/grant_type/enum",keyword:"enum",params:{allowedValues: schema0.properties.requestBody.oneOf[2].properties.grant_type.enum},message:"must be equal to one of the allowed values",schema:schema0.properties.requestBody.oneOf[2].properties.grant_type.enum,parentSchema:schema0.properties.requestBody.oneOf[2].properties.grant_type,data:data16}];
return false;
}
var valid7 = _errs41 === errors;
}
else {
var valid7 = true;
}
if(valid7){
if(data0.client_id !== undefined){
let data17 = data0.client_id;
const _errs43 = errors;
if(errors === _errs43){
if(typeof data17 === "string"){
if(func0(data17, 1)){
validate0.errors = [{instancePath:instancePath+"/requestBody/client_id",schemaPath:"#/properties/requestBody/oneOf/2/properties/client_id/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema0.properties.requestBody.oneOf[2].properties.client_id,data:data17}];
return false;
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/client_id",schemaPath:"#/properties/requestBody/oneOf/2/properties/client_id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.oneOf[2].properties.client_id.type,parentSchema:schema0.properties.requestBody.oneOf[2].properties.client_id,data:data17}];
return false;
}
}
var valid7 = _errs43 === errors;
}
else {
var valid7 = true;
}
if(valid7){
if(data0.client_secret !== undefined){
let data18 = data0.client_secret;
const _errs45 = errors;
if(typeof data18 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/client_secret",schemaPath:"#/properties/requestBody/oneOf/2/properties/client_secret/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.oneOf[2].properties.client_secret.type,parentSchema:schema0.properties.requestBody.oneOf[2].properties.client_secret,data:data18}];
return false;
}
var valid7 = _errs45 === errors;
}
else {
var valid7 = true;
}
if(valid7){
if(data0.device_code !== undefined){
let data19 = data0.device_code;
const _errs47 = errors;
if(errors === _errs47){
if(typeof data19 === "string"){
if(func0(data19, 1)){
validate0.errors = [{instancePath:instancePath+"/requestBody/device_code",schemaPath:"#/properties/requestBody/oneOf/2/properties/device_code/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema0.properties.requestBody.oneOf[2].properties.device_code,data:data19}];
return false;
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/device_code",schemaPath:"#/properties/requestBody/oneOf/2/properties/device_code/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.oneOf[2].properties.device_code.type,parentSchema:schema0.properties.requestBody.oneOf[2].properties.device_code,data:data19}];
return false;
}
}
var valid7 = _errs47 === errors;
}
else {
var valid7 = true;
}
}
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody",schemaPath:"#/properties/requestBody/oneOf/2/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.oneOf[2].type,parentSchema:schema0.properties.requestBody.oneOf[2],data:data0}];
return false;
}
}
if(props0 !== true){
props0 = props0 || {};
props0.grant_type = true;
props0.client_id = true;
props0.client_secret = true;
props0.device_code = true;
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody",schemaPath:"#/properties/requestBody/discriminator",keyword:"discriminator",params:{error: "mapping", tag: "grant_type", tagValue: tag0},message:"value of tag \"grant_type\" must be in oneOf",schema:schema0.properties.requestBody.discriminator,parentSchema:schema0.properties.requestBody,data:data0}];
return false;
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody",schemaPath:"#/properties/requestBody/discriminator",keyword:"discriminator",params:{error: "tag", tag: "grant_type", tagValue: tag0},message:"tag \"grant_type\" must be string",schema:schema0.properties.requestBody.discriminator,parentSchema:schema0.properties.requestBody,data:data0}];
return false;
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody",schemaPath:"#/properties/requestBody/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.type,parentSchema:schema0.properties.requestBody,data:data0}];
return false;
}
}
}
}
}
else {
validate0.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.type,parentSchema:schema0,data}];
return false;
}
}
validate0.errors = vErrors;
return errors === 0;
}
validate0.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};
return module.exports
})({}),
require("./getJwks.parameters.cjs")(words),
]
