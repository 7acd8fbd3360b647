// Made by `npm run generate`.
module.exports = words => [
(module => {"use strict";
module.exports = validate0;
module.exports.default = validate0;
const schema0 = {"title":"Request","type":"object","additionalProperties":true,"properties":{"requestBody":{"type":"object","properties":{"file":{"type":"string","format":"binary"},"column_map":{"type":"object","properties":{"email":{"type":"string","minLength":1,"maxLength":255},"first_name":{"$ref":"#/properties/requestBody/properties/column_map/properties/email"},"last_name":{"$ref":"#/properties/requestBody/properties/column_map/properties/email"},"unsubscribed":{"$ref":"#/properties/requestBody/properties/column_map/properties/email"},"properties":{"type":"object","maxProperties":200,"additionalProperties":{"type":"object","required":["column"],"properties":{"column":{"$ref":"#/properties/requestBody/properties/column_map/properties/email"},"type":{"type":"string","enum":["string","number","boolean"]}}}}}},"on_conflict":{"type":"string","enum":["upsert","skip"]},"segments":{"type":"array","maxItems":200,"items":{"anyOf":[{"type":"string","format":"uuid","x-in-lower-case":true},{"type":"object","required":["id"],"properties":{"id":{"$ref":"#/properties/requestBody/properties/segments/items/anyOf/0"}}}]}},"topics":{"type":"array","items":{"type":"object","required":["id","subscription"],"properties":{"id":{"$ref":"#/properties/requestBody/properties/segments/items/anyOf/0"},"subscription":{"type":"string","enum":["opt_in","opt_out"]}}},"maxItems":200}},"required":[]}},"required":["requestBody"]};
const schema1 = {"type":"string","minLength":1,"maxLength":255};
const schema5 = {"type":"string","format":"uuid","x-in-lower-case":true};
const func0 = words.isLongerThan;
const func1 = words.isShorterThan;
const formats0 = /^(?:urn:uuid:)?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

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
if(data0.file !== undefined){
let data1 = data0.file;
const _errs4 = errors;
if(errors === _errs4){
if(errors === _errs4){
if(!(typeof data1 === "string")){
validate0.errors = [{instancePath:instancePath+"/requestBody/file",schemaPath:"#/properties/requestBody/properties/file/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.file.type,parentSchema:schema0.properties.requestBody.properties.file,data:data1}];
return false;
}
}
}
var valid1 = _errs4 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.column_map !== undefined){
let data2 = data0.column_map;
const _errs6 = errors;
if(errors === _errs6){
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
if(data2.email !== undefined){
let data3 = data2.email;
const _errs8 = errors;
if(errors === _errs8){
if(typeof data3 === "string"){
if(func0(data3, 255)){
validate0.errors = [{instancePath:instancePath+"/requestBody/column_map/email",schemaPath:"#/properties/requestBody/properties/column_map/properties/email/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters",schema:255,parentSchema:schema0.properties.requestBody.properties.column_map.properties.email,data:data3}];
return false;
}
else {
if(func1(data3, 1)){
validate0.errors = [{instancePath:instancePath+"/requestBody/column_map/email",schemaPath:"#/properties/requestBody/properties/column_map/properties/email/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema0.properties.requestBody.properties.column_map.properties.email,data:data3}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/column_map/email",schemaPath:"#/properties/requestBody/properties/column_map/properties/email/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.column_map.properties.email.type,parentSchema:schema0.properties.requestBody.properties.column_map.properties.email,data:data3}];
return false;
}
}
var valid2 = _errs8 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.first_name !== undefined){
let data4 = data2.first_name;
const _errs10 = errors;
const _errs11 = errors;
if(errors === _errs11){
if(typeof data4 === "string"){
if(func0(data4, 255)){
validate0.errors = [{instancePath:instancePath+"/requestBody/column_map/first_name",schemaPath:"#/properties/requestBody/properties/column_map/properties/email/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters",schema:255,parentSchema:schema1,data:data4}];
return false;
}
else {
if(func1(data4, 1)){
validate0.errors = [{instancePath:instancePath+"/requestBody/column_map/first_name",schemaPath:"#/properties/requestBody/properties/column_map/properties/email/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema1,data:data4}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/column_map/first_name",schemaPath:"#/properties/requestBody/properties/column_map/properties/email/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema1.type,parentSchema:schema1,data:data4}];
return false;
}
}
var valid2 = _errs10 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.last_name !== undefined){
let data5 = data2.last_name;
const _errs13 = errors;
const _errs14 = errors;
if(errors === _errs14){
if(typeof data5 === "string"){
if(func0(data5, 255)){
validate0.errors = [{instancePath:instancePath+"/requestBody/column_map/last_name",schemaPath:"#/properties/requestBody/properties/column_map/properties/email/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters",schema:255,parentSchema:schema1,data:data5}];
return false;
}
else {
if(func1(data5, 1)){
validate0.errors = [{instancePath:instancePath+"/requestBody/column_map/last_name",schemaPath:"#/properties/requestBody/properties/column_map/properties/email/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema1,data:data5}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/column_map/last_name",schemaPath:"#/properties/requestBody/properties/column_map/properties/email/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema1.type,parentSchema:schema1,data:data5}];
return false;
}
}
var valid2 = _errs13 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.unsubscribed !== undefined){
let data6 = data2.unsubscribed;
const _errs16 = errors;
const _errs17 = errors;
if(errors === _errs17){
if(typeof data6 === "string"){
if(func0(data6, 255)){
validate0.errors = [{instancePath:instancePath+"/requestBody/column_map/unsubscribed",schemaPath:"#/properties/requestBody/properties/column_map/properties/email/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters",schema:255,parentSchema:schema1,data:data6}];
return false;
}
else {
if(func1(data6, 1)){
validate0.errors = [{instancePath:instancePath+"/requestBody/column_map/unsubscribed",schemaPath:"#/properties/requestBody/properties/column_map/properties/email/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema1,data:data6}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/column_map/unsubscribed",schemaPath:"#/properties/requestBody/properties/column_map/properties/email/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema1.type,parentSchema:schema1,data:data6}];
return false;
}
}
var valid2 = _errs16 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.properties !== undefined){
let data7 = data2.properties;
const _errs19 = errors;
if(errors === _errs19){
if(data7 && typeof data7 == "object" && !Array.isArray(data7)){
if(Object.keys(data7).length > 200){
validate0.errors = [{instancePath:instancePath+"/requestBody/column_map/properties",schemaPath:"#/properties/requestBody/properties/column_map/properties/properties/maxProperties",keyword:"maxProperties",params:{limit: 200},message:"must NOT have more than 200 properties",schema:200,parentSchema:schema0.properties.requestBody.properties.column_map.properties.properties,data:data7}];
return false;
}
else {
for(const key0 in data7){
let data8 = data7[key0];
const _errs22 = errors;
if(errors === _errs22){
if(data8 && typeof data8 == "object" && !Array.isArray(data8)){
let missing1;
if((data8.column === undefined) && (missing1 = "column")){
validate0.errors = [{instancePath:instancePath+"/requestBody/column_map/properties/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/requestBody/properties/column_map/properties/properties/additionalProperties/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'",schema:schema0.properties.requestBody.properties.column_map.properties.properties.additionalProperties.required,parentSchema:schema0.properties.requestBody.properties.column_map.properties.properties.additionalProperties,data:data8}];
return false;
}
else {
if(data8.column !== undefined){
let data9 = data8.column;
const _errs24 = errors;
const _errs25 = errors;
if(errors === _errs25){
if(typeof data9 === "string"){
if(func0(data9, 255)){
validate0.errors = [{instancePath:instancePath+"/requestBody/column_map/properties/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/column",schemaPath:"#/properties/requestBody/properties/column_map/properties/email/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters",schema:255,parentSchema:schema1,data:data9}];
return false;
}
else {
if(func1(data9, 1)){
validate0.errors = [{instancePath:instancePath+"/requestBody/column_map/properties/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/column",schemaPath:"#/properties/requestBody/properties/column_map/properties/email/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema1,data:data9}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/column_map/properties/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/column",schemaPath:"#/properties/requestBody/properties/column_map/properties/email/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema1.type,parentSchema:schema1,data:data9}];
return false;
}
}
var valid7 = _errs24 === errors;
}
else {
var valid7 = true;
}
if(valid7){
if(data8.type !== undefined){
let data10 = data8.type;
const _errs27 = errors;
if(typeof data10 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/column_map/properties/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/type",schemaPath:"#/properties/requestBody/properties/column_map/properties/properties/additionalProperties/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.column_map.properties.properties.additionalProperties.properties.type.type,parentSchema:schema0.properties.requestBody.properties.column_map.properties.properties.additionalProperties.properties.type,data:data10}];
return false;
}
if(!(((data10 === "string") || (data10 === "number")) || (data10 === "boolean"))){
validate0.errors = [{instancePath:instancePath+"/requestBody/column_map/properties/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/type",schemaPath:"#/properties/requestBody/properties/column_map/properties/properties/additionalProperties/properties/type/enum",keyword:"enum",params:{allowedValues: schema0.properties.requestBody.properties.column_map.properties.properties.additionalProperties.properties.type.enum},message:"must be equal to one of the allowed values",schema:schema0.properties.requestBody.properties.column_map.properties.properties.additionalProperties.properties.type.enum,parentSchema:schema0.properties.requestBody.properties.column_map.properties.properties.additionalProperties.properties.type,data:data10}];
return false;
}
var valid7 = _errs27 === errors;
}
else {
var valid7 = true;
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/column_map/properties/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/requestBody/properties/column_map/properties/properties/additionalProperties/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.column_map.properties.properties.additionalProperties.type,parentSchema:schema0.properties.requestBody.properties.column_map.properties.properties.additionalProperties,data:data8}];
return false;
}
}
var valid6 = _errs22 === errors;
if(!valid6){
break;
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/column_map/properties",schemaPath:"#/properties/requestBody/properties/column_map/properties/properties/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.column_map.properties.properties.type,parentSchema:schema0.properties.requestBody.properties.column_map.properties.properties,data:data7}];
return false;
}
}
var valid2 = _errs19 === errors;
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
validate0.errors = [{instancePath:instancePath+"/requestBody/column_map",schemaPath:"#/properties/requestBody/properties/column_map/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.column_map.type,parentSchema:schema0.properties.requestBody.properties.column_map,data:data2}];
return false;
}
}
var valid1 = _errs6 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.on_conflict !== undefined){
let data11 = data0.on_conflict;
const _errs29 = errors;
if(typeof data11 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/on_conflict",schemaPath:"#/properties/requestBody/properties/on_conflict/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.on_conflict.type,parentSchema:schema0.properties.requestBody.properties.on_conflict,data:data11}];
return false;
}
if(!((data11 === "upsert") || (data11 === "skip"))){
validate0.errors = [{instancePath:instancePath+"/requestBody/on_conflict",schemaPath:"#/properties/requestBody/properties/on_conflict/enum",keyword:"enum",params:{allowedValues: schema0.properties.requestBody.properties.on_conflict.enum},message:"must be equal to one of the allowed values",schema:schema0.properties.requestBody.properties.on_conflict.enum,parentSchema:schema0.properties.requestBody.properties.on_conflict,data:data11}];
return false;
}
var valid1 = _errs29 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.segments !== undefined){
let data12 = data0.segments;
const _errs31 = errors;
if(errors === _errs31){
if(Array.isArray(data12)){
if(data12.length > 200){
validate0.errors = [{instancePath:instancePath+"/requestBody/segments",schemaPath:"#/properties/requestBody/properties/segments/maxItems",keyword:"maxItems",params:{limit: 200},message:"must NOT have more than 200 items",schema:200,parentSchema:schema0.properties.requestBody.properties.segments,data:data12}];
return false;
}
else {
var valid9 = true;
const len0 = data12.length;
for(let i0=0; i0<len0; i0++){
let data13 = data12[i0];
const _errs33 = errors;
const _errs34 = errors;
let valid10 = false;
const _errs35 = errors;
if(errors === _errs35){
if(errors === _errs35){
if(typeof data13 === "string"){
if(!(formats0.test(data13))){
const err0 = {instancePath:instancePath+"/requestBody/segments/" + i0,schemaPath:"#/properties/requestBody/properties/segments/items/anyOf/0/format",keyword:"format",params:{format: "uuid"},message:"must match format \""+"uuid"+"\"",schema:"uuid",parentSchema:schema0.properties.requestBody.properties.segments.items.anyOf[0],data:data13};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
else {
if(/[A-Z]/.test(data13)){
data13 = data13.toLowerCase();
data12[i0] = data13;
}
}
}
else {
const err1 = {instancePath:instancePath+"/requestBody/segments/" + i0,schemaPath:"#/properties/requestBody/properties/segments/items/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.segments.items.anyOf[0].type,parentSchema:schema0.properties.requestBody.properties.segments.items.anyOf[0],data:data13};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
var _valid0 = _errs35 === errors;
valid10 = valid10 || _valid0;
const _errs37 = errors;
if(errors === _errs37){
if(data13 && typeof data13 == "object" && !Array.isArray(data13)){
let missing2;
if((data13.id === undefined) && (missing2 = "id")){
const err2 = {instancePath:instancePath+"/requestBody/segments/" + i0,schemaPath:"#/properties/requestBody/properties/segments/items/anyOf/1/required",keyword:"required",params:{missingProperty: missing2},message:"must have required property '"+missing2+"'",schema:schema0.properties.requestBody.properties.segments.items.anyOf[1].required,parentSchema:schema0.properties.requestBody.properties.segments.items.anyOf[1],data:data13};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
else {
if(data13.id !== undefined){
let data14 = data13.id;
const _errs40 = errors;
if(errors === _errs40){
if(errors === _errs40){
if(typeof data14 === "string"){
if(!(formats0.test(data14))){
const err3 = {instancePath:instancePath+"/requestBody/segments/" + i0+"/id",schemaPath:"#/properties/requestBody/properties/segments/items/anyOf/0/format",keyword:"format",params:{format: "uuid"},message:"must match format \""+"uuid"+"\"",schema:"uuid",parentSchema:schema5,data:data14};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
else {
if(/[A-Z]/.test(data14)){
data14 = data14.toLowerCase();
data13["id"] = data14;
}
}
}
else {
const err4 = {instancePath:instancePath+"/requestBody/segments/" + i0+"/id",schemaPath:"#/properties/requestBody/properties/segments/items/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema5.type,parentSchema:schema5,data:data14};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
}
}
}
else {
const err5 = {instancePath:instancePath+"/requestBody/segments/" + i0,schemaPath:"#/properties/requestBody/properties/segments/items/anyOf/1/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.segments.items.anyOf[1].type,parentSchema:schema0.properties.requestBody.properties.segments.items.anyOf[1],data:data13};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
var _valid0 = _errs37 === errors;
valid10 = valid10 || _valid0;
if(_valid0){
var props0 = {};
props0.id = true;
}
if(!valid10){
const err6 = {instancePath:instancePath+"/requestBody/segments/" + i0,schemaPath:"#/properties/requestBody/properties/segments/items/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema0.properties.requestBody.properties.segments.items.anyOf,parentSchema:schema0.properties.requestBody.properties.segments.items,data:data13};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
validate0.errors = vErrors;
return false;
}
else {
errors = _errs34;
if(vErrors !== null){
if(_errs34){
vErrors.length = _errs34;
}
else {
vErrors = null;
}
}
}
var valid9 = _errs33 === errors;
if(!valid9){
break;
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/segments",schemaPath:"#/properties/requestBody/properties/segments/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema0.properties.requestBody.properties.segments.type,parentSchema:schema0.properties.requestBody.properties.segments,data:data12}];
return false;
}
}
var valid1 = _errs31 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.topics !== undefined){
let data15 = data0.topics;
const _errs42 = errors;
if(errors === _errs42){
if(Array.isArray(data15)){
if(data15.length > 200){
validate0.errors = [{instancePath:instancePath+"/requestBody/topics",schemaPath:"#/properties/requestBody/properties/topics/maxItems",keyword:"maxItems",params:{limit: 200},message:"must NOT have more than 200 items",schema:200,parentSchema:schema0.properties.requestBody.properties.topics,data:data15}];
return false;
}
else {
var valid13 = true;
const len1 = data15.length;
for(let i1=0; i1<len1; i1++){
let data16 = data15[i1];
const _errs44 = errors;
if(errors === _errs44){
if(data16 && typeof data16 == "object" && !Array.isArray(data16)){
let missing3;
if(((data16.id === undefined) && (missing3 = "id")) || ((data16.subscription === undefined) && (missing3 = "subscription"))){
validate0.errors = [{instancePath:instancePath+"/requestBody/topics/" + i1,schemaPath:"#/properties/requestBody/properties/topics/items/required",keyword:"required",params:{missingProperty: missing3},message:"must have required property '"+missing3+"'",schema:schema0.properties.requestBody.properties.topics.items.required,parentSchema:schema0.properties.requestBody.properties.topics.items,data:data16}];
return false;
}
else {
if(data16.id !== undefined){
let data17 = data16.id;
const _errs46 = errors;
const _errs47 = errors;
if(errors === _errs47){
if(errors === _errs47){
if(typeof data17 === "string"){
if(!(formats0.test(data17))){
validate0.errors = [{instancePath:instancePath+"/requestBody/topics/" + i1+"/id",schemaPath:"#/properties/requestBody/properties/segments/items/anyOf/0/format",keyword:"format",params:{format: "uuid"},message:"must match format \""+"uuid"+"\"",schema:"uuid",parentSchema:schema5,data:data17}];
return false;
}
else {
if(/[A-Z]/.test(data17)){
data17 = data17.toLowerCase();
data16["id"] = data17;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/topics/" + i1+"/id",schemaPath:"#/properties/requestBody/properties/segments/items/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema5.type,parentSchema:schema5,data:data17}];
return false;
}
}
}
var valid14 = _errs46 === errors;
}
else {
var valid14 = true;
}
if(valid14){
if(data16.subscription !== undefined){
let data18 = data16.subscription;
const _errs49 = errors;
if(typeof data18 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/topics/" + i1+"/subscription",schemaPath:"#/properties/requestBody/properties/topics/items/properties/subscription/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.topics.items.properties.subscription.type,parentSchema:schema0.properties.requestBody.properties.topics.items.properties.subscription,data:data18}];
return false;
}
if(!((data18 === "opt_in") || (data18 === "opt_out"))){
validate0.errors = [{instancePath:instancePath+"/requestBody/topics/" + i1+"/subscription",schemaPath:"#/properties/requestBody/properties/topics/items/properties/subscription/enum",keyword:"enum",params:{allowedValues: schema0.properties.requestBody.properties.topics.items.properties.subscription.enum},message:"must be equal to one of the allowed values",schema:schema0.properties.requestBody.properties.topics.items.properties.subscription.enum,parentSchema:schema0.properties.requestBody.properties.topics.items.properties.subscription,data:data18}];
return false;
}
var valid14 = _errs49 === errors;
}
else {
var valid14 = true;
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/topics/" + i1,schemaPath:"#/properties/requestBody/properties/topics/items/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.topics.items.type,parentSchema:schema0.properties.requestBody.properties.topics.items,data:data16}];
return false;
}
}
var valid13 = _errs44 === errors;
if(!valid13){
break;
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/topics",schemaPath:"#/properties/requestBody/properties/topics/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema0.properties.requestBody.properties.topics.type,parentSchema:schema0.properties.requestBody.properties.topics,data:data15}];
return false;
}
}
var valid1 = _errs42 === errors;
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
