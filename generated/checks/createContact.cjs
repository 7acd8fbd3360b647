// Made by `npm run generate`.
module.exports = words => [
(module => {"use strict";
module.exports = validate0;
module.exports.default = validate0;
const schema0 = {"title":"Request","type":"object","additionalProperties":true,"properties":{"requestBody":{"type":"object","required":["email"],"properties":{"email":{"type":"string"},"first_name":{"type":["string","null"],"maxLength":255},"last_name":{"type":["string","null"],"maxLength":255},"unsubscribed":{"type":"boolean"},"tracking_allowed":{"type":"boolean"},"properties":{"type":"object","maxProperties":200,"additionalProperties":{"anyOf":[{"type":"string"},{"type":"number","format":"double"},{"type":["boolean","null"]}]}},"segments":{"type":"array","items":{"anyOf":[{"type":"string","format":"uuid","x-in-lower-case":true},{"type":"object","required":["id"],"properties":{"id":{"$ref":"#/properties/requestBody/properties/segments/items/anyOf/0"}}}]},"maxItems":200},"audience_id":{"$ref":"#/properties/requestBody/properties/segments/items/anyOf/0"},"topics":{"type":"array","items":{"type":"object","required":["id","subscription"],"properties":{"id":{"$ref":"#/properties/requestBody/properties/segments/items/anyOf/0"},"subscription":{"type":"string","enum":["opt_in","opt_out"]}}},"maxItems":200}}}},"required":["requestBody"]};
const schema1 = {"type":"string","format":"uuid","x-in-lower-case":true};
const func0 = words.isLongerThan;
const formats0 = require("ajv-formats/dist/formats").fullFormats.double;
const formats2 = /^(?:urn:uuid:)?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

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
let missing1;
if((data0.email === undefined) && (missing1 = "email")){
validate0.errors = [{instancePath:instancePath+"/requestBody",schemaPath:"#/properties/requestBody/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'",schema:schema0.properties.requestBody.required,parentSchema:schema0.properties.requestBody,data:data0}];
return false;
}
else {
if(data0.email !== undefined){
let data1 = data0.email;
const _errs4 = errors;
if(typeof data1 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/email",schemaPath:"#/properties/requestBody/properties/email/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.email.type,parentSchema:schema0.properties.requestBody.properties.email,data:data1}];
return false;
}
var valid1 = _errs4 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.first_name !== undefined){
let data2 = data0.first_name;
const _errs6 = errors;
if((typeof data2 !== "string") && (data2 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/first_name",schemaPath:"#/properties/requestBody/properties/first_name/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.first_name.type},message:"must be string,null",schema:schema0.properties.requestBody.properties.first_name.type,parentSchema:schema0.properties.requestBody.properties.first_name,data:data2}];
return false;
}
if(errors === _errs6){
if(typeof data2 === "string"){
if(func0(data2, 255)){
validate0.errors = [{instancePath:instancePath+"/requestBody/first_name",schemaPath:"#/properties/requestBody/properties/first_name/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters",schema:255,parentSchema:schema0.properties.requestBody.properties.first_name,data:data2}];
return false;
}
}
}
var valid1 = _errs6 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.last_name !== undefined){
let data3 = data0.last_name;
const _errs8 = errors;
if((typeof data3 !== "string") && (data3 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/last_name",schemaPath:"#/properties/requestBody/properties/last_name/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.last_name.type},message:"must be string,null",schema:schema0.properties.requestBody.properties.last_name.type,parentSchema:schema0.properties.requestBody.properties.last_name,data:data3}];
return false;
}
if(errors === _errs8){
if(typeof data3 === "string"){
if(func0(data3, 255)){
validate0.errors = [{instancePath:instancePath+"/requestBody/last_name",schemaPath:"#/properties/requestBody/properties/last_name/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters",schema:255,parentSchema:schema0.properties.requestBody.properties.last_name,data:data3}];
return false;
}
}
}
var valid1 = _errs8 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.unsubscribed !== undefined){
let data4 = data0.unsubscribed;
const _errs10 = errors;
if(typeof data4 !== "boolean"){
validate0.errors = [{instancePath:instancePath+"/requestBody/unsubscribed",schemaPath:"#/properties/requestBody/properties/unsubscribed/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema0.properties.requestBody.properties.unsubscribed.type,parentSchema:schema0.properties.requestBody.properties.unsubscribed,data:data4}];
return false;
}
var valid1 = _errs10 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.tracking_allowed !== undefined){
let data5 = data0.tracking_allowed;
const _errs12 = errors;
if(typeof data5 !== "boolean"){
validate0.errors = [{instancePath:instancePath+"/requestBody/tracking_allowed",schemaPath:"#/properties/requestBody/properties/tracking_allowed/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema0.properties.requestBody.properties.tracking_allowed.type,parentSchema:schema0.properties.requestBody.properties.tracking_allowed,data:data5}];
return false;
}
var valid1 = _errs12 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.properties !== undefined){
let data6 = data0.properties;
const _errs14 = errors;
if(errors === _errs14){
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
if(Object.keys(data6).length > 200){
validate0.errors = [{instancePath:instancePath+"/requestBody/properties",schemaPath:"#/properties/requestBody/properties/properties/maxProperties",keyword:"maxProperties",params:{limit: 200},message:"must NOT have more than 200 properties",schema:200,parentSchema:schema0.properties.requestBody.properties.properties,data:data6}];
return false;
}
else {
for(const key0 in data6){
let data7 = data6[key0];
const _errs17 = errors;
const _errs18 = errors;
let valid3 = false;
const _errs19 = errors;
if(typeof data7 !== "string"){
const err0 = {instancePath:instancePath+"/requestBody/properties/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/requestBody/properties/properties/additionalProperties/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.properties.additionalProperties.anyOf[0].type,parentSchema:schema0.properties.requestBody.properties.properties.additionalProperties.anyOf[0],data:data7};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
var _valid0 = _errs19 === errors;
valid3 = valid3 || _valid0;
const _errs21 = errors;
if(errors === _errs21){
if(typeof data7 == "number"){
if(!(formats0.validate(data7))){
const err1 = {instancePath:instancePath+"/requestBody/properties/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/requestBody/properties/properties/additionalProperties/anyOf/1/format",keyword:"format",params:{format: "double"},message:"must match format \""+"double"+"\"",schema:"double",parentSchema:schema0.properties.requestBody.properties.properties.additionalProperties.anyOf[1],data:data7};
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
const err2 = {instancePath:instancePath+"/requestBody/properties/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/requestBody/properties/properties/additionalProperties/anyOf/1/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema0.properties.requestBody.properties.properties.additionalProperties.anyOf[1].type,parentSchema:schema0.properties.requestBody.properties.properties.additionalProperties.anyOf[1],data:data7};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
var _valid0 = _errs21 === errors;
valid3 = valid3 || _valid0;
const _errs23 = errors;
if((typeof data7 !== "boolean") && (data7 !== null)){
const err3 = {instancePath:instancePath+"/requestBody/properties/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/requestBody/properties/properties/additionalProperties/anyOf/2/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.properties.additionalProperties.anyOf[2].type},message:"must be boolean,null",schema:schema0.properties.requestBody.properties.properties.additionalProperties.anyOf[2].type,parentSchema:schema0.properties.requestBody.properties.properties.additionalProperties.anyOf[2],data:data7};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
var _valid0 = _errs23 === errors;
valid3 = valid3 || _valid0;
if(!valid3){
const err4 = {instancePath:instancePath+"/requestBody/properties/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/requestBody/properties/properties/additionalProperties/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema0.properties.requestBody.properties.properties.additionalProperties.anyOf,parentSchema:schema0.properties.requestBody.properties.properties.additionalProperties,data:data7};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
validate0.errors = vErrors;
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
var valid2 = _errs17 === errors;
if(!valid2){
break;
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/properties",schemaPath:"#/properties/requestBody/properties/properties/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.properties.type,parentSchema:schema0.properties.requestBody.properties.properties,data:data6}];
return false;
}
}
var valid1 = _errs14 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.segments !== undefined){
let data8 = data0.segments;
const _errs25 = errors;
if(errors === _errs25){
if(Array.isArray(data8)){
if(data8.length > 200){
validate0.errors = [{instancePath:instancePath+"/requestBody/segments",schemaPath:"#/properties/requestBody/properties/segments/maxItems",keyword:"maxItems",params:{limit: 200},message:"must NOT have more than 200 items",schema:200,parentSchema:schema0.properties.requestBody.properties.segments,data:data8}];
return false;
}
else {
var valid4 = true;
const len0 = data8.length;
for(let i0=0; i0<len0; i0++){
let data9 = data8[i0];
const _errs27 = errors;
const _errs28 = errors;
let valid5 = false;
const _errs29 = errors;
if(errors === _errs29){
if(errors === _errs29){
if(typeof data9 === "string"){
if(!(formats2.test(data9))){
const err5 = {instancePath:instancePath+"/requestBody/segments/" + i0,schemaPath:"#/properties/requestBody/properties/segments/items/anyOf/0/format",keyword:"format",params:{format: "uuid"},message:"must match format \""+"uuid"+"\"",schema:"uuid",parentSchema:schema0.properties.requestBody.properties.segments.items.anyOf[0],data:data9};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
else {
if(/[A-Z]/.test(data9)){
data9 = data9.toLowerCase();
data8[i0] = data9;
}
}
}
else {
const err6 = {instancePath:instancePath+"/requestBody/segments/" + i0,schemaPath:"#/properties/requestBody/properties/segments/items/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.segments.items.anyOf[0].type,parentSchema:schema0.properties.requestBody.properties.segments.items.anyOf[0],data:data9};
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
var _valid1 = _errs29 === errors;
valid5 = valid5 || _valid1;
const _errs31 = errors;
if(errors === _errs31){
if(data9 && typeof data9 == "object" && !Array.isArray(data9)){
let missing2;
if((data9.id === undefined) && (missing2 = "id")){
const err7 = {instancePath:instancePath+"/requestBody/segments/" + i0,schemaPath:"#/properties/requestBody/properties/segments/items/anyOf/1/required",keyword:"required",params:{missingProperty: missing2},message:"must have required property '"+missing2+"'",schema:schema0.properties.requestBody.properties.segments.items.anyOf[1].required,parentSchema:schema0.properties.requestBody.properties.segments.items.anyOf[1],data:data9};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
else {
if(data9.id !== undefined){
let data10 = data9.id;
const _errs34 = errors;
if(errors === _errs34){
if(errors === _errs34){
if(typeof data10 === "string"){
if(!(formats2.test(data10))){
const err8 = {instancePath:instancePath+"/requestBody/segments/" + i0+"/id",schemaPath:"#/properties/requestBody/properties/segments/items/anyOf/0/format",keyword:"format",params:{format: "uuid"},message:"must match format \""+"uuid"+"\"",schema:"uuid",parentSchema:schema1,data:data10};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
else {
if(/[A-Z]/.test(data10)){
data10 = data10.toLowerCase();
data9["id"] = data10;
}
}
}
else {
const err9 = {instancePath:instancePath+"/requestBody/segments/" + i0+"/id",schemaPath:"#/properties/requestBody/properties/segments/items/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema1.type,parentSchema:schema1,data:data10};
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
}
}
}
else {
const err10 = {instancePath:instancePath+"/requestBody/segments/" + i0,schemaPath:"#/properties/requestBody/properties/segments/items/anyOf/1/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.segments.items.anyOf[1].type,parentSchema:schema0.properties.requestBody.properties.segments.items.anyOf[1],data:data9};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
var _valid1 = _errs31 === errors;
valid5 = valid5 || _valid1;
if(_valid1){
var props0 = {};
props0.id = true;
}
if(!valid5){
const err11 = {instancePath:instancePath+"/requestBody/segments/" + i0,schemaPath:"#/properties/requestBody/properties/segments/items/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema0.properties.requestBody.properties.segments.items.anyOf,parentSchema:schema0.properties.requestBody.properties.segments.items,data:data9};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
validate0.errors = vErrors;
return false;
}
else {
errors = _errs28;
if(vErrors !== null){
if(_errs28){
vErrors.length = _errs28;
}
else {
vErrors = null;
}
}
}
var valid4 = _errs27 === errors;
if(!valid4){
break;
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/segments",schemaPath:"#/properties/requestBody/properties/segments/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema0.properties.requestBody.properties.segments.type,parentSchema:schema0.properties.requestBody.properties.segments,data:data8}];
return false;
}
}
var valid1 = _errs25 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.audience_id !== undefined){
let data11 = data0.audience_id;
const _errs36 = errors;
const _errs37 = errors;
if(errors === _errs37){
if(errors === _errs37){
if(typeof data11 === "string"){
if(!(formats2.test(data11))){
validate0.errors = [{instancePath:instancePath+"/requestBody/audience_id",schemaPath:"#/properties/requestBody/properties/segments/items/anyOf/0/format",keyword:"format",params:{format: "uuid"},message:"must match format \""+"uuid"+"\"",schema:"uuid",parentSchema:schema1,data:data11}];
return false;
}
else {
if(/[A-Z]/.test(data11)){
data11 = data11.toLowerCase();
data0["audience_id"] = data11;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/audience_id",schemaPath:"#/properties/requestBody/properties/segments/items/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema1.type,parentSchema:schema1,data:data11}];
return false;
}
}
}
var valid1 = _errs36 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.topics !== undefined){
let data12 = data0.topics;
const _errs39 = errors;
if(errors === _errs39){
if(Array.isArray(data12)){
if(data12.length > 200){
validate0.errors = [{instancePath:instancePath+"/requestBody/topics",schemaPath:"#/properties/requestBody/properties/topics/maxItems",keyword:"maxItems",params:{limit: 200},message:"must NOT have more than 200 items",schema:200,parentSchema:schema0.properties.requestBody.properties.topics,data:data12}];
return false;
}
else {
var valid9 = true;
const len1 = data12.length;
for(let i1=0; i1<len1; i1++){
let data13 = data12[i1];
const _errs41 = errors;
if(errors === _errs41){
if(data13 && typeof data13 == "object" && !Array.isArray(data13)){
let missing3;
if(((data13.id === undefined) && (missing3 = "id")) || ((data13.subscription === undefined) && (missing3 = "subscription"))){
validate0.errors = [{instancePath:instancePath+"/requestBody/topics/" + i1,schemaPath:"#/properties/requestBody/properties/topics/items/required",keyword:"required",params:{missingProperty: missing3},message:"must have required property '"+missing3+"'",schema:schema0.properties.requestBody.properties.topics.items.required,parentSchema:schema0.properties.requestBody.properties.topics.items,data:data13}];
return false;
}
else {
if(data13.id !== undefined){
let data14 = data13.id;
const _errs43 = errors;
const _errs44 = errors;
if(errors === _errs44){
if(errors === _errs44){
if(typeof data14 === "string"){
if(!(formats2.test(data14))){
validate0.errors = [{instancePath:instancePath+"/requestBody/topics/" + i1+"/id",schemaPath:"#/properties/requestBody/properties/segments/items/anyOf/0/format",keyword:"format",params:{format: "uuid"},message:"must match format \""+"uuid"+"\"",schema:"uuid",parentSchema:schema1,data:data14}];
return false;
}
else {
if(/[A-Z]/.test(data14)){
data14 = data14.toLowerCase();
data13["id"] = data14;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/topics/" + i1+"/id",schemaPath:"#/properties/requestBody/properties/segments/items/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema1.type,parentSchema:schema1,data:data14}];
return false;
}
}
}
var valid10 = _errs43 === errors;
}
else {
var valid10 = true;
}
if(valid10){
if(data13.subscription !== undefined){
let data15 = data13.subscription;
const _errs46 = errors;
if(typeof data15 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/topics/" + i1+"/subscription",schemaPath:"#/properties/requestBody/properties/topics/items/properties/subscription/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.topics.items.properties.subscription.type,parentSchema:schema0.properties.requestBody.properties.topics.items.properties.subscription,data:data15}];
return false;
}
if(!((data15 === "opt_in") || (data15 === "opt_out"))){
validate0.errors = [{instancePath:instancePath+"/requestBody/topics/" + i1+"/subscription",schemaPath:"#/properties/requestBody/properties/topics/items/properties/subscription/enum",keyword:"enum",params:{allowedValues: schema0.properties.requestBody.properties.topics.items.properties.subscription.enum},message:"must be equal to one of the allowed values",schema:schema0.properties.requestBody.properties.topics.items.properties.subscription.enum,parentSchema:schema0.properties.requestBody.properties.topics.items.properties.subscription,data:data15}];
return false;
}
var valid10 = _errs46 === errors;
}
else {
var valid10 = true;
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/topics/" + i1,schemaPath:"#/properties/requestBody/properties/topics/items/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.topics.items.type,parentSchema:schema0.properties.requestBody.properties.topics.items,data:data13}];
return false;
}
}
var valid9 = _errs41 === errors;
if(!valid9){
break;
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/topics",schemaPath:"#/properties/requestBody/properties/topics/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema0.properties.requestBody.properties.topics.type,parentSchema:schema0.properties.requestBody.properties.topics,data:data12}];
return false;
}
}
var valid1 = _errs39 === errors;
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
