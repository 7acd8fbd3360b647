// Made by `npm run generate`.
module.exports = words => (module => {"use strict";
module.exports = validate0;
module.exports.default = validate0;
const schema0 = {"title":"Request","type":"object","additionalProperties":true,"properties":{"requestBody":{"type":"object","required":["to"],"properties":{"from":{"type":["string","null"]},"to":{"anyOf":[{"type":"string"},{"type":"array","items":{"$ref":"#/properties/requestBody/properties/to/anyOf/0"}}]},"cc":{"anyOf":[{"type":"string"},{"type":["array","null"],"items":{"$ref":"#/properties/requestBody/properties/to/anyOf/0"}}]},"bcc":{"anyOf":[{"$ref":"#/properties/requestBody/properties/cc/anyOf/0"},{"type":["array","null"],"items":{"$ref":"#/properties/requestBody/properties/to/anyOf/0"}}]},"reply_to":{"anyOf":[{"$ref":"#/properties/requestBody/properties/cc/anyOf/0"},{"type":["array","null"],"items":{"$ref":"#/properties/requestBody/properties/to/anyOf/0"}}]},"subject":{"type":["string","null"]},"html":{"type":["string","null"]},"text":{"type":["string","null"]},"headers":{"anyOf":[{"type":"object","additionalProperties":{"type":"string"}},{"type":"null"}]},"tags":{"type":["array","null"],"items":{"type":"object","required":["name","value"],"properties":{"name":{"type":"string"},"value":{"$ref":"#/properties/requestBody/properties/tags/items/properties/name"}}}},"template":{"anyOf":[{"type":"object","required":["id"],"properties":{"id":{"type":"string"},"variables":{"type":["object","null"],"additionalProperties":{"anyOf":[{"type":"string"},{"type":"number","format":"double"}]}}}},{"type":"null"}]},"attachments":{"type":["array","null"],"items":{"type":"object","properties":{"content":{"anyOf":[{"type":"string"},{"type":["array","null"],"items":{"type":"integer","format":"int32"}},{"type":"object","required":["type","data"],"properties":{"type":{"type":"string","enum":["Buffer"]},"data":{"type":"array","items":{"$ref":"#/properties/requestBody/properties/attachments/items/properties/content/anyOf/1/items"}}}}],"x-not-logged":true},"path":{"type":["string","null"]},"filename":{"anyOf":[{"type":"string"},{"type":["boolean","null"]}]},"contentType":{"type":["string","null"]},"content_type":{"type":["string","null"]},"content_id":{"type":["string","null"]},"inline_content_id":{"type":["string","null"]}}}},"scheduled_at":{"type":["string","null"]},"topic_id":{"type":["string","null"],"format":"uuid","x-in-lower-case":true}}}},"required":["requestBody"]};
const schema1 = {"type":"string"};
const schema3 = {"type":"string"};
const schema7 = {"type":"string"};
const schema8 = {"type":"integer","format":"int32"};
const formats0 = require("ajv-formats/dist/formats").fullFormats.double;
const formats2 = require("ajv-formats/dist/formats").fullFormats.int32;
const formats6 = /^(?:urn:uuid:)?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

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
if((data0.to === undefined) && (missing1 = "to")){
validate0.errors = [{instancePath:instancePath+"/requestBody",schemaPath:"#/properties/requestBody/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'",schema:schema0.properties.requestBody.required,parentSchema:schema0.properties.requestBody,data:data0}];
return false;
}
else {
if(data0.from !== undefined){
let data1 = data0.from;
const _errs4 = errors;
if((typeof data1 !== "string") && (data1 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/from",schemaPath:"#/properties/requestBody/properties/from/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.from.type},message:"must be string,null",schema:schema0.properties.requestBody.properties.from.type,parentSchema:schema0.properties.requestBody.properties.from,data:data1}];
return false;
}
var valid1 = _errs4 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.to !== undefined){
let data2 = data0.to;
const _errs6 = errors;
const _errs7 = errors;
let valid2 = false;
const _errs8 = errors;
if(typeof data2 !== "string"){
const err0 = {instancePath:instancePath+"/requestBody/to",schemaPath:"#/properties/requestBody/properties/to/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.to.anyOf[0].type,parentSchema:schema0.properties.requestBody.properties.to.anyOf[0],data:data2};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
var _valid0 = _errs8 === errors;
valid2 = valid2 || _valid0;
const _errs10 = errors;
if(errors === _errs10){
if(Array.isArray(data2)){
var valid3 = true;
const len0 = data2.length;
for(let i0=0; i0<len0; i0++){
let data3 = data2[i0];
const _errs12 = errors;
if(typeof data3 !== "string"){
const err1 = {instancePath:instancePath+"/requestBody/to/" + i0,schemaPath:"#/properties/requestBody/properties/to/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema1.type,parentSchema:schema1,data:data3};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
var valid3 = _errs12 === errors;
if(!valid3){
break;
}
}
}
else {
const err2 = {instancePath:instancePath+"/requestBody/to",schemaPath:"#/properties/requestBody/properties/to/anyOf/1/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema0.properties.requestBody.properties.to.anyOf[1].type,parentSchema:schema0.properties.requestBody.properties.to.anyOf[1],data:data2};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
var _valid0 = _errs10 === errors;
valid2 = valid2 || _valid0;
if(!valid2){
const err3 = {instancePath:instancePath+"/requestBody/to",schemaPath:"#/properties/requestBody/properties/to/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema0.properties.requestBody.properties.to.anyOf,parentSchema:schema0.properties.requestBody.properties.to,data:data2};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
validate0.errors = vErrors;
return false;
}
else {
errors = _errs7;
if(vErrors !== null){
if(_errs7){
vErrors.length = _errs7;
}
else {
vErrors = null;
}
}
}
var valid1 = _errs6 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.cc !== undefined){
let data4 = data0.cc;
const _errs15 = errors;
const _errs16 = errors;
let valid5 = false;
const _errs17 = errors;
if(typeof data4 !== "string"){
const err4 = {instancePath:instancePath+"/requestBody/cc",schemaPath:"#/properties/requestBody/properties/cc/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.cc.anyOf[0].type,parentSchema:schema0.properties.requestBody.properties.cc.anyOf[0],data:data4};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
var _valid1 = _errs17 === errors;
valid5 = valid5 || _valid1;
const _errs19 = errors;
if((!(Array.isArray(data4))) && (data4 !== null)){
const err5 = {instancePath:instancePath+"/requestBody/cc",schemaPath:"#/properties/requestBody/properties/cc/anyOf/1/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.cc.anyOf[1].type},message:"must be array,null",schema:schema0.properties.requestBody.properties.cc.anyOf[1].type,parentSchema:schema0.properties.requestBody.properties.cc.anyOf[1],data:data4};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(errors === _errs19){
if(Array.isArray(data4)){
var valid6 = true;
const len1 = data4.length;
for(let i1=0; i1<len1; i1++){
let data5 = data4[i1];
const _errs21 = errors;
if(typeof data5 !== "string"){
const err6 = {instancePath:instancePath+"/requestBody/cc/" + i1,schemaPath:"#/properties/requestBody/properties/to/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema1.type,parentSchema:schema1,data:data5};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
var valid6 = _errs21 === errors;
if(!valid6){
break;
}
}
}
}
var _valid1 = _errs19 === errors;
valid5 = valid5 || _valid1;
if(!valid5){
const err7 = {instancePath:instancePath+"/requestBody/cc",schemaPath:"#/properties/requestBody/properties/cc/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema0.properties.requestBody.properties.cc.anyOf,parentSchema:schema0.properties.requestBody.properties.cc,data:data4};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
validate0.errors = vErrors;
return false;
}
else {
errors = _errs16;
if(vErrors !== null){
if(_errs16){
vErrors.length = _errs16;
}
else {
vErrors = null;
}
}
}
var valid1 = _errs15 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.bcc !== undefined){
let data6 = data0.bcc;
const _errs24 = errors;
const _errs25 = errors;
let valid8 = false;
const _errs26 = errors;
if(typeof data6 !== "string"){
const err8 = {instancePath:instancePath+"/requestBody/bcc",schemaPath:"#/properties/requestBody/properties/cc/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema3.type,parentSchema:schema3,data:data6};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
var _valid2 = _errs26 === errors;
valid8 = valid8 || _valid2;
const _errs29 = errors;
if((!(Array.isArray(data6))) && (data6 !== null)){
const err9 = {instancePath:instancePath+"/requestBody/bcc",schemaPath:"#/properties/requestBody/properties/bcc/anyOf/1/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.bcc.anyOf[1].type},message:"must be array,null",schema:schema0.properties.requestBody.properties.bcc.anyOf[1].type,parentSchema:schema0.properties.requestBody.properties.bcc.anyOf[1],data:data6};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(errors === _errs29){
if(Array.isArray(data6)){
var valid10 = true;
const len2 = data6.length;
for(let i2=0; i2<len2; i2++){
let data7 = data6[i2];
const _errs31 = errors;
if(typeof data7 !== "string"){
const err10 = {instancePath:instancePath+"/requestBody/bcc/" + i2,schemaPath:"#/properties/requestBody/properties/to/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema1.type,parentSchema:schema1,data:data7};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
var valid10 = _errs31 === errors;
if(!valid10){
break;
}
}
}
}
var _valid2 = _errs29 === errors;
valid8 = valid8 || _valid2;
if(!valid8){
const err11 = {instancePath:instancePath+"/requestBody/bcc",schemaPath:"#/properties/requestBody/properties/bcc/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema0.properties.requestBody.properties.bcc.anyOf,parentSchema:schema0.properties.requestBody.properties.bcc,data:data6};
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
errors = _errs25;
if(vErrors !== null){
if(_errs25){
vErrors.length = _errs25;
}
else {
vErrors = null;
}
}
}
var valid1 = _errs24 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.reply_to !== undefined){
let data8 = data0.reply_to;
const _errs34 = errors;
const _errs35 = errors;
let valid12 = false;
const _errs36 = errors;
if(typeof data8 !== "string"){
const err12 = {instancePath:instancePath+"/requestBody/reply_to",schemaPath:"#/properties/requestBody/properties/cc/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema3.type,parentSchema:schema3,data:data8};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
var _valid3 = _errs36 === errors;
valid12 = valid12 || _valid3;
const _errs39 = errors;
if((!(Array.isArray(data8))) && (data8 !== null)){
const err13 = {instancePath:instancePath+"/requestBody/reply_to",schemaPath:"#/properties/requestBody/properties/reply_to/anyOf/1/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.reply_to.anyOf[1].type},message:"must be array,null",schema:schema0.properties.requestBody.properties.reply_to.anyOf[1].type,parentSchema:schema0.properties.requestBody.properties.reply_to.anyOf[1],data:data8};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(errors === _errs39){
if(Array.isArray(data8)){
var valid14 = true;
const len3 = data8.length;
for(let i3=0; i3<len3; i3++){
let data9 = data8[i3];
const _errs41 = errors;
if(typeof data9 !== "string"){
const err14 = {instancePath:instancePath+"/requestBody/reply_to/" + i3,schemaPath:"#/properties/requestBody/properties/to/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema1.type,parentSchema:schema1,data:data9};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
var valid14 = _errs41 === errors;
if(!valid14){
break;
}
}
}
}
var _valid3 = _errs39 === errors;
valid12 = valid12 || _valid3;
if(!valid12){
const err15 = {instancePath:instancePath+"/requestBody/reply_to",schemaPath:"#/properties/requestBody/properties/reply_to/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema0.properties.requestBody.properties.reply_to.anyOf,parentSchema:schema0.properties.requestBody.properties.reply_to,data:data8};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
validate0.errors = vErrors;
return false;
}
else {
errors = _errs35;
if(vErrors !== null){
if(_errs35){
vErrors.length = _errs35;
}
else {
vErrors = null;
}
}
}
var valid1 = _errs34 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.subject !== undefined){
let data10 = data0.subject;
const _errs44 = errors;
if((typeof data10 !== "string") && (data10 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/subject",schemaPath:"#/properties/requestBody/properties/subject/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.subject.type},message:"must be string,null",schema:schema0.properties.requestBody.properties.subject.type,parentSchema:schema0.properties.requestBody.properties.subject,data:data10}];
return false;
}
var valid1 = _errs44 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.html !== undefined){
let data11 = data0.html;
const _errs46 = errors;
if((typeof data11 !== "string") && (data11 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/html",schemaPath:"#/properties/requestBody/properties/html/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.html.type},message:"must be string,null",schema:schema0.properties.requestBody.properties.html.type,parentSchema:schema0.properties.requestBody.properties.html,data:data11}];
return false;
}
var valid1 = _errs46 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.text !== undefined){
let data12 = data0.text;
const _errs48 = errors;
if((typeof data12 !== "string") && (data12 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/text",schemaPath:"#/properties/requestBody/properties/text/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.text.type},message:"must be string,null",schema:schema0.properties.requestBody.properties.text.type,parentSchema:schema0.properties.requestBody.properties.text,data:data12}];
return false;
}
var valid1 = _errs48 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.headers !== undefined){
let data13 = data0.headers;
const _errs50 = errors;
const _errs51 = errors;
let valid16 = false;
const _errs52 = errors;
if(errors === _errs52){
if(data13 && typeof data13 == "object" && !Array.isArray(data13)){
for(const key0 in data13){
let data14 = data13[key0];
const _errs55 = errors;
if(typeof data14 !== "string"){
const err16 = {instancePath:instancePath+"/requestBody/headers/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/requestBody/properties/headers/anyOf/0/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.headers.anyOf[0].additionalProperties.type,parentSchema:schema0.properties.requestBody.properties.headers.anyOf[0].additionalProperties,data:data14};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
var valid17 = _errs55 === errors;
if(!valid17){
break;
}
}
}
else {
const err17 = {instancePath:instancePath+"/requestBody/headers",schemaPath:"#/properties/requestBody/properties/headers/anyOf/0/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.headers.anyOf[0].type,parentSchema:schema0.properties.requestBody.properties.headers.anyOf[0],data:data13};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
var _valid4 = _errs52 === errors;
valid16 = valid16 || _valid4;
const _errs57 = errors;
if(data13 !== null){
const err18 = {instancePath:instancePath+"/requestBody/headers",schemaPath:"#/properties/requestBody/properties/headers/anyOf/1/type",keyword:"type",params:{type: "null"},message:"must be null",schema:schema0.properties.requestBody.properties.headers.anyOf[1].type,parentSchema:schema0.properties.requestBody.properties.headers.anyOf[1],data:data13};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
var _valid4 = _errs57 === errors;
valid16 = valid16 || _valid4;
if(!valid16){
const err19 = {instancePath:instancePath+"/requestBody/headers",schemaPath:"#/properties/requestBody/properties/headers/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema0.properties.requestBody.properties.headers.anyOf,parentSchema:schema0.properties.requestBody.properties.headers,data:data13};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
validate0.errors = vErrors;
return false;
}
else {
errors = _errs51;
if(vErrors !== null){
if(_errs51){
vErrors.length = _errs51;
}
else {
vErrors = null;
}
}
}
var valid1 = _errs50 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.tags !== undefined){
let data15 = data0.tags;
const _errs59 = errors;
if((!(Array.isArray(data15))) && (data15 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/tags",schemaPath:"#/properties/requestBody/properties/tags/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.tags.type},message:"must be array,null",schema:schema0.properties.requestBody.properties.tags.type,parentSchema:schema0.properties.requestBody.properties.tags,data:data15}];
return false;
}
if(errors === _errs59){
if(Array.isArray(data15)){
var valid18 = true;
const len4 = data15.length;
for(let i4=0; i4<len4; i4++){
let data16 = data15[i4];
const _errs61 = errors;
if(errors === _errs61){
if(data16 && typeof data16 == "object" && !Array.isArray(data16)){
let missing2;
if(((data16.name === undefined) && (missing2 = "name")) || ((data16.value === undefined) && (missing2 = "value"))){
validate0.errors = [{instancePath:instancePath+"/requestBody/tags/" + i4,schemaPath:"#/properties/requestBody/properties/tags/items/required",keyword:"required",params:{missingProperty: missing2},message:"must have required property '"+missing2+"'",schema:schema0.properties.requestBody.properties.tags.items.required,parentSchema:schema0.properties.requestBody.properties.tags.items,data:data16}];
return false;
}
else {
if(data16.name !== undefined){
let data17 = data16.name;
const _errs63 = errors;
if(typeof data17 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/tags/" + i4+"/name",schemaPath:"#/properties/requestBody/properties/tags/items/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.tags.items.properties.name.type,parentSchema:schema0.properties.requestBody.properties.tags.items.properties.name,data:data17}];
return false;
}
var valid19 = _errs63 === errors;
}
else {
var valid19 = true;
}
if(valid19){
if(data16.value !== undefined){
let data18 = data16.value;
const _errs65 = errors;
if(typeof data18 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/tags/" + i4+"/value",schemaPath:"#/properties/requestBody/properties/tags/items/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema7.type,parentSchema:schema7,data:data18}];
return false;
}
var valid19 = _errs65 === errors;
}
else {
var valid19 = true;
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/tags/" + i4,schemaPath:"#/properties/requestBody/properties/tags/items/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.tags.items.type,parentSchema:schema0.properties.requestBody.properties.tags.items,data:data16}];
return false;
}
}
var valid18 = _errs61 === errors;
if(!valid18){
break;
}
}
}
}
var valid1 = _errs59 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.template !== undefined){
let data19 = data0.template;
const _errs68 = errors;
const _errs69 = errors;
let valid21 = false;
const _errs70 = errors;
if(errors === _errs70){
if(data19 && typeof data19 == "object" && !Array.isArray(data19)){
let missing3;
if((data19.id === undefined) && (missing3 = "id")){
const err20 = {instancePath:instancePath+"/requestBody/template",schemaPath:"#/properties/requestBody/properties/template/anyOf/0/required",keyword:"required",params:{missingProperty: missing3},message:"must have required property '"+missing3+"'",schema:schema0.properties.requestBody.properties.template.anyOf[0].required,parentSchema:schema0.properties.requestBody.properties.template.anyOf[0],data:data19};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
else {
if(data19.id !== undefined){
let data20 = data19.id;
const _errs72 = errors;
if(typeof data20 !== "string"){
const err21 = {instancePath:instancePath+"/requestBody/template/id",schemaPath:"#/properties/requestBody/properties/template/anyOf/0/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.template.anyOf[0].properties.id.type,parentSchema:schema0.properties.requestBody.properties.template.anyOf[0].properties.id,data:data20};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
var valid22 = _errs72 === errors;
}
else {
var valid22 = true;
}
if(valid22){
if(data19.variables !== undefined){
let data21 = data19.variables;
const _errs74 = errors;
if((!(data21 && typeof data21 == "object" && !Array.isArray(data21))) && (data21 !== null)){
const err22 = {instancePath:instancePath+"/requestBody/template/variables",schemaPath:"#/properties/requestBody/properties/template/anyOf/0/properties/variables/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.template.anyOf[0].properties.variables.type},message:"must be object,null",schema:schema0.properties.requestBody.properties.template.anyOf[0].properties.variables.type,parentSchema:schema0.properties.requestBody.properties.template.anyOf[0].properties.variables,data:data21};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
if(errors === _errs74){
if(data21 && typeof data21 == "object" && !Array.isArray(data21)){
for(const key1 in data21){
let data22 = data21[key1];
const _errs77 = errors;
const _errs78 = errors;
let valid24 = false;
const _errs79 = errors;
if(typeof data22 !== "string"){
const err23 = {instancePath:instancePath+"/requestBody/template/variables/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/requestBody/properties/template/anyOf/0/properties/variables/additionalProperties/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.template.anyOf[0].properties.variables.additionalProperties.anyOf[0].type,parentSchema:schema0.properties.requestBody.properties.template.anyOf[0].properties.variables.additionalProperties.anyOf[0],data:data22};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
var _valid6 = _errs79 === errors;
valid24 = valid24 || _valid6;
const _errs81 = errors;
if(errors === _errs81){
if(typeof data22 == "number"){
if(!(formats0.validate(data22))){
const err24 = {instancePath:instancePath+"/requestBody/template/variables/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/requestBody/properties/template/anyOf/0/properties/variables/additionalProperties/anyOf/1/format",keyword:"format",params:{format: "double"},message:"must match format \""+"double"+"\"",schema:"double",parentSchema:schema0.properties.requestBody.properties.template.anyOf[0].properties.variables.additionalProperties.anyOf[1],data:data22};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
else {
const err25 = {instancePath:instancePath+"/requestBody/template/variables/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/requestBody/properties/template/anyOf/0/properties/variables/additionalProperties/anyOf/1/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema0.properties.requestBody.properties.template.anyOf[0].properties.variables.additionalProperties.anyOf[1].type,parentSchema:schema0.properties.requestBody.properties.template.anyOf[0].properties.variables.additionalProperties.anyOf[1],data:data22};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
var _valid6 = _errs81 === errors;
valid24 = valid24 || _valid6;
if(!valid24){
const err26 = {instancePath:instancePath+"/requestBody/template/variables/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/requestBody/properties/template/anyOf/0/properties/variables/additionalProperties/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema0.properties.requestBody.properties.template.anyOf[0].properties.variables.additionalProperties.anyOf,parentSchema:schema0.properties.requestBody.properties.template.anyOf[0].properties.variables.additionalProperties,data:data22};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
else {
errors = _errs78;
if(vErrors !== null){
if(_errs78){
vErrors.length = _errs78;
}
else {
vErrors = null;
}
}
}
var valid23 = _errs77 === errors;
if(!valid23){
break;
}
}
}
}
var valid22 = _errs74 === errors;
}
else {
var valid22 = true;
}
}
}
}
else {
const err27 = {instancePath:instancePath+"/requestBody/template",schemaPath:"#/properties/requestBody/properties/template/anyOf/0/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.template.anyOf[0].type,parentSchema:schema0.properties.requestBody.properties.template.anyOf[0],data:data19};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
var _valid5 = _errs70 === errors;
valid21 = valid21 || _valid5;
if(_valid5){
var props1 = {};
props1.id = true;
props1.variables = true;
}
const _errs83 = errors;
if(data19 !== null){
const err28 = {instancePath:instancePath+"/requestBody/template",schemaPath:"#/properties/requestBody/properties/template/anyOf/1/type",keyword:"type",params:{type: "null"},message:"must be null",schema:schema0.properties.requestBody.properties.template.anyOf[1].type,parentSchema:schema0.properties.requestBody.properties.template.anyOf[1],data:data19};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
var _valid5 = _errs83 === errors;
valid21 = valid21 || _valid5;
if(!valid21){
const err29 = {instancePath:instancePath+"/requestBody/template",schemaPath:"#/properties/requestBody/properties/template/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema0.properties.requestBody.properties.template.anyOf,parentSchema:schema0.properties.requestBody.properties.template,data:data19};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
validate0.errors = vErrors;
return false;
}
else {
errors = _errs69;
if(vErrors !== null){
if(_errs69){
vErrors.length = _errs69;
}
else {
vErrors = null;
}
}
}
var valid1 = _errs68 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.attachments !== undefined){
let data23 = data0.attachments;
const _errs85 = errors;
if((!(Array.isArray(data23))) && (data23 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/attachments",schemaPath:"#/properties/requestBody/properties/attachments/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.attachments.type},message:"must be array,null",schema:schema0.properties.requestBody.properties.attachments.type,parentSchema:schema0.properties.requestBody.properties.attachments,data:data23}];
return false;
}
if(errors === _errs85){
if(Array.isArray(data23)){
var valid25 = true;
const len5 = data23.length;
for(let i5=0; i5<len5; i5++){
let data24 = data23[i5];
const _errs87 = errors;
if(errors === _errs87){
if(data24 && typeof data24 == "object" && !Array.isArray(data24)){
if(data24.content !== undefined){
let data25 = data24.content;
const _errs89 = errors;
const _errs90 = errors;
let valid27 = false;
const _errs91 = errors;
if(typeof data25 !== "string"){
const err30 = {instancePath:instancePath+"/requestBody/attachments/" + i5+"/content",schemaPath:"#/properties/requestBody/properties/attachments/items/properties/content/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.attachments.items.properties.content.anyOf[0].type,parentSchema:schema0.properties.requestBody.properties.attachments.items.properties.content.anyOf[0],data:data25};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
var _valid7 = _errs91 === errors;
valid27 = valid27 || _valid7;
const _errs93 = errors;
if((!(Array.isArray(data25))) && (data25 !== null)){
const err31 = {instancePath:instancePath+"/requestBody/attachments/" + i5+"/content",schemaPath:"#/properties/requestBody/properties/attachments/items/properties/content/anyOf/1/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.attachments.items.properties.content.anyOf[1].type},message:"must be array,null",schema:schema0.properties.requestBody.properties.attachments.items.properties.content.anyOf[1].type,parentSchema:schema0.properties.requestBody.properties.attachments.items.properties.content.anyOf[1],data:data25};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
if(errors === _errs93){
if(Array.isArray(data25)){
var valid28 = true;
const len6 = data25.length;
for(let i6=0; i6<len6; i6++){
let data26 = data25[i6];
const _errs95 = errors;
if(!((typeof data26 == "number") && (!(data26 % 1) && !isNaN(data26)))){
const err32 = {instancePath:instancePath+"/requestBody/attachments/" + i5+"/content/" + i6,schemaPath:"#/properties/requestBody/properties/attachments/items/properties/content/anyOf/1/items/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema0.properties.requestBody.properties.attachments.items.properties.content.anyOf[1].items.type,parentSchema:schema0.properties.requestBody.properties.attachments.items.properties.content.anyOf[1].items,data:data26};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
if(errors === _errs95){
if(typeof data26 == "number"){
if(!(formats2.validate(data26))){
const err33 = {instancePath:instancePath+"/requestBody/attachments/" + i5+"/content/" + i6,schemaPath:"#/properties/requestBody/properties/attachments/items/properties/content/anyOf/1/items/format",keyword:"format",params:{format: "int32"},message:"must match format \""+"int32"+"\"",schema:"int32",parentSchema:schema0.properties.requestBody.properties.attachments.items.properties.content.anyOf[1].items,data:data26};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
}
var valid28 = _errs95 === errors;
if(!valid28){
break;
}
}
}
}
var _valid7 = _errs93 === errors;
valid27 = valid27 || _valid7;
const _errs97 = errors;
if(errors === _errs97){
if(data25 && typeof data25 == "object" && !Array.isArray(data25)){
let missing4;
if(((data25.type === undefined) && (missing4 = "type")) || ((data25.data === undefined) && (missing4 = "data"))){
const err34 = {instancePath:instancePath+"/requestBody/attachments/" + i5+"/content",schemaPath:"#/properties/requestBody/properties/attachments/items/properties/content/anyOf/2/required",keyword:"required",params:{missingProperty: missing4},message:"must have required property '"+missing4+"'",schema:schema0.properties.requestBody.properties.attachments.items.properties.content.anyOf[2].required,parentSchema:schema0.properties.requestBody.properties.attachments.items.properties.content.anyOf[2],data:data25};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
else {
if(data25.type !== undefined){
let data27 = data25.type;
const _errs99 = errors;
if(typeof data27 !== "string"){
const err35 = {instancePath:instancePath+"/requestBody/attachments/" + i5+"/content/type",schemaPath:"#/properties/requestBody/properties/attachments/items/properties/content/anyOf/2/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.attachments.items.properties.content.anyOf[2].properties.type.type,parentSchema:schema0.properties.requestBody.properties.attachments.items.properties.content.anyOf[2].properties.type,data:data27};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
if(!(data27 === "Buffer")){
const err36 = {instancePath:instancePath+"/requestBody/attachments/" + i5+"/content/type",schemaPath:"#/properties/requestBody/properties/attachments/items/properties/content/anyOf/2/properties/type/enum",keyword:"enum",params:{allowedValues: schema0.properties.requestBody.properties.attachments.items.properties.content.anyOf[2].properties.type.enum},message:"must be equal to one of the allowed values",schema:schema0.properties.requestBody.properties.attachments.items.properties.content.anyOf[2].properties.type.enum,parentSchema:schema0.properties.requestBody.properties.attachments.items.properties.content.anyOf[2].properties.type,data:data27};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
var valid29 = _errs99 === errors;
}
else {
var valid29 = true;
}
if(valid29){
if(data25.data !== undefined){
let data28 = data25.data;
const _errs101 = errors;
if(errors === _errs101){
if(Array.isArray(data28)){
var valid30 = true;
const len7 = data28.length;
for(let i7=0; i7<len7; i7++){
let data29 = data28[i7];
const _errs103 = errors;
const _errs104 = errors;
if(!((typeof data29 == "number") && (!(data29 % 1) && !isNaN(data29)))){
const err37 = {instancePath:instancePath+"/requestBody/attachments/" + i5+"/content/data/" + i7,schemaPath:"#/properties/requestBody/properties/attachments/items/properties/content/anyOf/1/items/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema8.type,parentSchema:schema8,data:data29};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
if(errors === _errs104){
if(typeof data29 == "number"){
if(!(formats2.validate(data29))){
const err38 = {instancePath:instancePath+"/requestBody/attachments/" + i5+"/content/data/" + i7,schemaPath:"#/properties/requestBody/properties/attachments/items/properties/content/anyOf/1/items/format",keyword:"format",params:{format: "int32"},message:"must match format \""+"int32"+"\"",schema:"int32",parentSchema:schema8,data:data29};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
}
var valid30 = _errs103 === errors;
if(!valid30){
break;
}
}
}
else {
const err39 = {instancePath:instancePath+"/requestBody/attachments/" + i5+"/content/data",schemaPath:"#/properties/requestBody/properties/attachments/items/properties/content/anyOf/2/properties/data/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema0.properties.requestBody.properties.attachments.items.properties.content.anyOf[2].properties.data.type,parentSchema:schema0.properties.requestBody.properties.attachments.items.properties.content.anyOf[2].properties.data,data:data28};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
var valid29 = _errs101 === errors;
}
else {
var valid29 = true;
}
}
}
}
else {
const err40 = {instancePath:instancePath+"/requestBody/attachments/" + i5+"/content",schemaPath:"#/properties/requestBody/properties/attachments/items/properties/content/anyOf/2/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.attachments.items.properties.content.anyOf[2].type,parentSchema:schema0.properties.requestBody.properties.attachments.items.properties.content.anyOf[2],data:data25};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
}
var _valid7 = _errs97 === errors;
valid27 = valid27 || _valid7;
if(_valid7){
var props2 = {};
props2.type = true;
props2.data = true;
}
if(!valid27){
const err41 = {instancePath:instancePath+"/requestBody/attachments/" + i5+"/content",schemaPath:"#/properties/requestBody/properties/attachments/items/properties/content/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema0.properties.requestBody.properties.attachments.items.properties.content.anyOf,parentSchema:schema0.properties.requestBody.properties.attachments.items.properties.content,data:data25};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
validate0.errors = vErrors;
return false;
}
else {
errors = _errs90;
if(vErrors !== null){
if(_errs90){
vErrors.length = _errs90;
}
else {
vErrors = null;
}
}
}
var valid26 = _errs89 === errors;
}
else {
var valid26 = true;
}
if(valid26){
if(data24.path !== undefined){
let data30 = data24.path;
const _errs106 = errors;
if((typeof data30 !== "string") && (data30 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/attachments/" + i5+"/path",schemaPath:"#/properties/requestBody/properties/attachments/items/properties/path/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.attachments.items.properties.path.type},message:"must be string,null",schema:schema0.properties.requestBody.properties.attachments.items.properties.path.type,parentSchema:schema0.properties.requestBody.properties.attachments.items.properties.path,data:data30}];
return false;
}
var valid26 = _errs106 === errors;
}
else {
var valid26 = true;
}
if(valid26){
if(data24.filename !== undefined){
let data31 = data24.filename;
const _errs108 = errors;
const _errs109 = errors;
let valid32 = false;
const _errs110 = errors;
if(typeof data31 !== "string"){
const err42 = {instancePath:instancePath+"/requestBody/attachments/" + i5+"/filename",schemaPath:"#/properties/requestBody/properties/attachments/items/properties/filename/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.attachments.items.properties.filename.anyOf[0].type,parentSchema:schema0.properties.requestBody.properties.attachments.items.properties.filename.anyOf[0],data:data31};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
var _valid8 = _errs110 === errors;
valid32 = valid32 || _valid8;
const _errs112 = errors;
if((typeof data31 !== "boolean") && (data31 !== null)){
const err43 = {instancePath:instancePath+"/requestBody/attachments/" + i5+"/filename",schemaPath:"#/properties/requestBody/properties/attachments/items/properties/filename/anyOf/1/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.attachments.items.properties.filename.anyOf[1].type},message:"must be boolean,null",schema:schema0.properties.requestBody.properties.attachments.items.properties.filename.anyOf[1].type,parentSchema:schema0.properties.requestBody.properties.attachments.items.properties.filename.anyOf[1],data:data31};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
var _valid8 = _errs112 === errors;
valid32 = valid32 || _valid8;
if(!valid32){
const err44 = {instancePath:instancePath+"/requestBody/attachments/" + i5+"/filename",schemaPath:"#/properties/requestBody/properties/attachments/items/properties/filename/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema0.properties.requestBody.properties.attachments.items.properties.filename.anyOf,parentSchema:schema0.properties.requestBody.properties.attachments.items.properties.filename,data:data31};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
validate0.errors = vErrors;
return false;
}
else {
errors = _errs109;
if(vErrors !== null){
if(_errs109){
vErrors.length = _errs109;
}
else {
vErrors = null;
}
}
}
var valid26 = _errs108 === errors;
}
else {
var valid26 = true;
}
if(valid26){
if(data24.contentType !== undefined){
let data32 = data24.contentType;
const _errs114 = errors;
if((typeof data32 !== "string") && (data32 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/attachments/" + i5+"/contentType",schemaPath:"#/properties/requestBody/properties/attachments/items/properties/contentType/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.attachments.items.properties.contentType.type},message:"must be string,null",schema:schema0.properties.requestBody.properties.attachments.items.properties.contentType.type,parentSchema:schema0.properties.requestBody.properties.attachments.items.properties.contentType,data:data32}];
return false;
}
var valid26 = _errs114 === errors;
}
else {
var valid26 = true;
}
if(valid26){
if(data24.content_type !== undefined){
let data33 = data24.content_type;
const _errs116 = errors;
if((typeof data33 !== "string") && (data33 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/attachments/" + i5+"/content_type",schemaPath:"#/properties/requestBody/properties/attachments/items/properties/content_type/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.attachments.items.properties.content_type.type},message:"must be string,null",schema:schema0.properties.requestBody.properties.attachments.items.properties.content_type.type,parentSchema:schema0.properties.requestBody.properties.attachments.items.properties.content_type,data:data33}];
return false;
}
var valid26 = _errs116 === errors;
}
else {
var valid26 = true;
}
if(valid26){
if(data24.content_id !== undefined){
let data34 = data24.content_id;
const _errs118 = errors;
if((typeof data34 !== "string") && (data34 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/attachments/" + i5+"/content_id",schemaPath:"#/properties/requestBody/properties/attachments/items/properties/content_id/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.attachments.items.properties.content_id.type},message:"must be string,null",schema:schema0.properties.requestBody.properties.attachments.items.properties.content_id.type,parentSchema:schema0.properties.requestBody.properties.attachments.items.properties.content_id,data:data34}];
return false;
}
var valid26 = _errs118 === errors;
}
else {
var valid26 = true;
}
if(valid26){
if(data24.inline_content_id !== undefined){
let data35 = data24.inline_content_id;
const _errs120 = errors;
if((typeof data35 !== "string") && (data35 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/attachments/" + i5+"/inline_content_id",schemaPath:"#/properties/requestBody/properties/attachments/items/properties/inline_content_id/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.attachments.items.properties.inline_content_id.type},message:"must be string,null",schema:schema0.properties.requestBody.properties.attachments.items.properties.inline_content_id.type,parentSchema:schema0.properties.requestBody.properties.attachments.items.properties.inline_content_id,data:data35}];
return false;
}
var valid26 = _errs120 === errors;
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
validate0.errors = [{instancePath:instancePath+"/requestBody/attachments/" + i5,schemaPath:"#/properties/requestBody/properties/attachments/items/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.attachments.items.type,parentSchema:schema0.properties.requestBody.properties.attachments.items,data:data24}];
return false;
}
}
var valid25 = _errs87 === errors;
if(!valid25){
break;
}
}
}
}
var valid1 = _errs85 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.scheduled_at !== undefined){
let data36 = data0.scheduled_at;
const _errs122 = errors;
if((typeof data36 !== "string") && (data36 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/scheduled_at",schemaPath:"#/properties/requestBody/properties/scheduled_at/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.scheduled_at.type},message:"must be string,null",schema:schema0.properties.requestBody.properties.scheduled_at.type,parentSchema:schema0.properties.requestBody.properties.scheduled_at,data:data36}];
return false;
}
var valid1 = _errs122 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.topic_id !== undefined){
let data37 = data0.topic_id;
const _errs124 = errors;
if((typeof data37 !== "string") && (data37 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/topic_id",schemaPath:"#/properties/requestBody/properties/topic_id/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.topic_id.type},message:"must be string,null",schema:schema0.properties.requestBody.properties.topic_id.type,parentSchema:schema0.properties.requestBody.properties.topic_id,data:data37}];
return false;
}
if(errors === _errs124){
if(errors === _errs124){
if(typeof data37 === "string"){
if(!(formats6.test(data37))){
validate0.errors = [{instancePath:instancePath+"/requestBody/topic_id",schemaPath:"#/properties/requestBody/properties/topic_id/format",keyword:"format",params:{format: "uuid"},message:"must match format \""+"uuid"+"\"",schema:"uuid",parentSchema:schema0.properties.requestBody.properties.topic_id,data:data37}];
return false;
}
else {
if(/[A-Z]/.test(data37)){
data37 = data37.toLowerCase();
data0["topic_id"] = data37;
}
}
}
}
}
var valid1 = _errs124 === errors;
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
})({})
