// Made by `npm run generate`.
module.exports = words => (module => {"use strict";
module.exports = validate0;
module.exports.default = validate0;
const schema0 = {"type":"object","oneOf":[{"type":"object","required":["type","field","operator"],"properties":{"type":{"type":"string","enum":["rule"]},"field":{"type":"string"},"operator":{"type":"string","enum":["eq","neq","gt","gte","lt","lte","contains","starts_with","ends_with","exists","is_empty"]},"value":{"anyOf":[{"type":"string"},{"type":"number","format":"double"},{"type":["boolean","null"]}]}}},{"type":"object","required":["type","rules"],"properties":{"type":{"type":"string","enum":["and"]},"rules":{"type":"array","items":{"$ref":"#"},"minItems":1,"maxItems":100}}},{"type":"object","required":["type","rules"],"properties":{"type":{"type":"string","enum":["or"]},"rules":{"type":"array","items":{"$ref":"#"},"minItems":1,"maxItems":100}}}],"discriminator":{"propertyName":"type"}};
const formats0 = require("ajv-formats/dist/formats").fullFormats.double;
const wrapper0 = {validate: validate0};

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
const tag0 = data.type;
if(typeof tag0 == "string"){
if(tag0 === "rule"){
const _errs2 = errors;
if(errors === _errs2){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((data.type === undefined) && (missing0 = "type")) || ((data.field === undefined) && (missing0 = "field"))) || ((data.operator === undefined) && (missing0 = "operator"))){
validate0.errors = [{instancePath,schemaPath:"#/oneOf/0/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'",schema:schema0.oneOf[0].required,parentSchema:schema0.oneOf[0],data}];
return false;
}
else {
if(data.type !== undefined){
let data0 = data.type;
const _errs4 = errors;
if(typeof data0 !== "string"){
validate0.errors = [{instancePath:instancePath+"/type",schemaPath:"#/oneOf/0/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.oneOf[0].properties.type.type,parentSchema:schema0.oneOf[0].properties.type,data:data0}];
return false;
}
if(!(data0 === "rule")){
validate0.errors = [{instancePath:instancePath+"/type",schemaPath:"#/oneOf/0/properties/type/enum",keyword:"enum",params:{allowedValues: schema0.oneOf[0].properties.type.enum},message:"must be equal to one of the allowed values",schema:schema0.oneOf[0].properties.type.enum,parentSchema:schema0.oneOf[0].properties.type,data:data0}];
return false;
}
var valid2 = _errs4 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data.field !== undefined){
let data1 = data.field;
const _errs6 = errors;
if(typeof data1 !== "string"){
validate0.errors = [{instancePath:instancePath+"/field",schemaPath:"#/oneOf/0/properties/field/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.oneOf[0].properties.field.type,parentSchema:schema0.oneOf[0].properties.field,data:data1}];
return false;
}
var valid2 = _errs6 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data.operator !== undefined){
let data2 = data.operator;
const _errs8 = errors;
if(typeof data2 !== "string"){
validate0.errors = [{instancePath:instancePath+"/operator",schemaPath:"#/oneOf/0/properties/operator/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.oneOf[0].properties.operator.type,parentSchema:schema0.oneOf[0].properties.operator,data:data2}];
return false;
}
if(!(((((((((((data2 === "eq") || (data2 === "neq")) || (data2 === "gt")) || (data2 === "gte")) || (data2 === "lt")) || (data2 === "lte")) || (data2 === "contains")) || (data2 === "starts_with")) || (data2 === "ends_with")) || (data2 === "exists")) || (data2 === "is_empty"))){
validate0.errors = [{instancePath:instancePath+"/operator",schemaPath:"#/oneOf/0/properties/operator/enum",keyword:"enum",params:{allowedValues: schema0.oneOf[0].properties.operator.enum},message:"must be equal to one of the allowed values",schema:schema0.oneOf[0].properties.operator.enum,parentSchema:schema0.oneOf[0].properties.operator,data:data2}];
return false;
}
var valid2 = _errs8 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data.value !== undefined){
let data3 = data.value;
const _errs10 = errors;
const _errs11 = errors;
let valid3 = false;
const _errs12 = errors;
if(typeof data3 !== "string"){
const err0 = {instancePath:instancePath+"/value",schemaPath:"#/oneOf/0/properties/value/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.oneOf[0].properties.value.anyOf[0].type,parentSchema:schema0.oneOf[0].properties.value.anyOf[0],data:data3};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
var _valid0 = _errs12 === errors;
valid3 = valid3 || _valid0;
const _errs14 = errors;
if(errors === _errs14){
if(typeof data3 == "number"){
if(!(formats0.validate(data3))){
const err1 = {instancePath:instancePath+"/value",schemaPath:"#/oneOf/0/properties/value/anyOf/1/format",keyword:"format",params:{format: "double"},message:"must match format \""+"double"+"\"",schema:"double",parentSchema:schema0.oneOf[0].properties.value.anyOf[1],data:data3};
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
const err2 = {instancePath:instancePath+"/value",schemaPath:"#/oneOf/0/properties/value/anyOf/1/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema0.oneOf[0].properties.value.anyOf[1].type,parentSchema:schema0.oneOf[0].properties.value.anyOf[1],data:data3};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
var _valid0 = _errs14 === errors;
valid3 = valid3 || _valid0;
const _errs16 = errors;
if((typeof data3 !== "boolean") && (data3 !== null)){
const err3 = {instancePath:instancePath+"/value",schemaPath:"#/oneOf/0/properties/value/anyOf/2/type",keyword:"type",params:{type: schema0.oneOf[0].properties.value.anyOf[2].type},message:"must be boolean,null",schema:schema0.oneOf[0].properties.value.anyOf[2].type,parentSchema:schema0.oneOf[0].properties.value.anyOf[2],data:data3};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
var _valid0 = _errs16 === errors;
valid3 = valid3 || _valid0;
if(!valid3){
const err4 = {instancePath:instancePath+"/value",schemaPath:"#/oneOf/0/properties/value/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema0.oneOf[0].properties.value.anyOf,parentSchema:schema0.oneOf[0].properties.value,data:data3};
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
var valid2 = _errs10 === errors;
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
validate0.errors = [{instancePath,schemaPath:"#/oneOf/0/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.oneOf[0].type,parentSchema:schema0.oneOf[0],data}];
return false;
}
}
var props0 = {};
props0.type = true;
props0.field = true;
props0.operator = true;
props0.value = true;
}
else if(tag0 === "and"){
const _errs18 = errors;
if(errors === _errs18){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing1;
if(((data.type === undefined) && (missing1 = "type")) || ((data.rules === undefined) && (missing1 = "rules"))){
validate0.errors = [{instancePath,schemaPath:"#/oneOf/1/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'",schema:schema0.oneOf[1].required,parentSchema:schema0.oneOf[1],data}];
return false;
}
else {
if(data.type !== undefined){
let data4 = data.type;
const _errs20 = errors;
if(typeof data4 !== "string"){
validate0.errors = [{instancePath:instancePath+"/type",schemaPath:"#/oneOf/1/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.oneOf[1].properties.type.type,parentSchema:schema0.oneOf[1].properties.type,data:data4}];
return false;
}
if(!(data4 === "and")){
validate0.errors = [{instancePath:instancePath+"/type",schemaPath:"#/oneOf/1/properties/type/enum",keyword:"enum",params:{allowedValues: schema0.oneOf[1].properties.type.enum},message:"must be equal to one of the allowed values",schema:schema0.oneOf[1].properties.type.enum,parentSchema:schema0.oneOf[1].properties.type,data:data4}];
return false;
}
var valid5 = _errs20 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data.rules !== undefined){
let data5 = data.rules;
const _errs22 = errors;
if(errors === _errs22){
if(Array.isArray(data5)){
if(data5.length > 100){
validate0.errors = [{instancePath:instancePath+"/rules",schemaPath:"#/oneOf/1/properties/rules/maxItems",keyword:"maxItems",params:{limit: 100},message:"must NOT have more than 100 items",schema:100,parentSchema:schema0.oneOf[1].properties.rules,data:data5}];
return false;
}
else {
if(data5.length < 1){
validate0.errors = [{instancePath:instancePath+"/rules",schemaPath:"#/oneOf/1/properties/rules/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema0.oneOf[1].properties.rules,data:data5}];
return false;
}
else {
var valid6 = true;
const len0 = data5.length;
for(let i0=0; i0<len0; i0++){
const _errs24 = errors;
if(!(wrapper0.validate(data5[i0], {instancePath:instancePath+"/rules/" + i0,parentData:data5,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? wrapper0.validate.errors : vErrors.concat(wrapper0.validate.errors);
errors = vErrors.length;
}
var valid6 = _errs24 === errors;
if(!valid6){
break;
}
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/rules",schemaPath:"#/oneOf/1/properties/rules/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema0.oneOf[1].properties.rules.type,parentSchema:schema0.oneOf[1].properties.rules,data:data5}];
return false;
}
}
var valid5 = _errs22 === errors;
}
else {
var valid5 = true;
}
}
}
}
else {
validate0.errors = [{instancePath,schemaPath:"#/oneOf/1/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.oneOf[1].type,parentSchema:schema0.oneOf[1],data}];
return false;
}
}
if(props0 !== true){
props0 = props0 || {};
props0.type = true;
props0.rules = true;
}
}
else if(tag0 === "or"){
const _errs25 = errors;
if(errors === _errs25){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing2;
if(((data.type === undefined) && (missing2 = "type")) || ((data.rules === undefined) && (missing2 = "rules"))){
validate0.errors = [{instancePath,schemaPath:"#/oneOf/2/required",keyword:"required",params:{missingProperty: missing2},message:"must have required property '"+missing2+"'",schema:schema0.oneOf[2].required,parentSchema:schema0.oneOf[2],data}];
return false;
}
else {
if(data.type !== undefined){
let data7 = data.type;
const _errs27 = errors;
if(typeof data7 !== "string"){
validate0.errors = [{instancePath:instancePath+"/type",schemaPath:"#/oneOf/2/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.oneOf[2].properties.type.type,parentSchema:schema0.oneOf[2].properties.type,data:data7}];
return false;
}
if(!(data7 === "or")){
validate0.errors = [{instancePath:instancePath+"/type",schemaPath:"#/oneOf/2/properties/type/enum",keyword:"enum",params:{allowedValues: schema0.oneOf[2].properties.type.enum},message:"must be equal to one of the allowed values",schema:schema0.oneOf[2].properties.type.enum,parentSchema:schema0.oneOf[2].properties.type,data:data7}];
return false;
}
var valid8 = _errs27 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data.rules !== undefined){
let data8 = data.rules;
const _errs29 = errors;
if(errors === _errs29){
if(Array.isArray(data8)){
if(data8.length > 100){
validate0.errors = [{instancePath:instancePath+"/rules",schemaPath:"#/oneOf/2/properties/rules/maxItems",keyword:"maxItems",params:{limit: 100},message:"must NOT have more than 100 items",schema:100,parentSchema:schema0.oneOf[2].properties.rules,data:data8}];
return false;
}
else {
if(data8.length < 1){
validate0.errors = [{instancePath:instancePath+"/rules",schemaPath:"#/oneOf/2/properties/rules/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema0.oneOf[2].properties.rules,data:data8}];
return false;
}
else {
var valid9 = true;
const len1 = data8.length;
for(let i1=0; i1<len1; i1++){
const _errs31 = errors;
if(!(wrapper0.validate(data8[i1], {instancePath:instancePath+"/rules/" + i1,parentData:data8,parentDataProperty:i1,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? wrapper0.validate.errors : vErrors.concat(wrapper0.validate.errors);
errors = vErrors.length;
}
var valid9 = _errs31 === errors;
if(!valid9){
break;
}
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/rules",schemaPath:"#/oneOf/2/properties/rules/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema0.oneOf[2].properties.rules.type,parentSchema:schema0.oneOf[2].properties.rules,data:data8}];
return false;
}
}
var valid8 = _errs29 === errors;
}
else {
var valid8 = true;
}
}
}
}
else {
validate0.errors = [{instancePath,schemaPath:"#/oneOf/2/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.oneOf[2].type,parentSchema:schema0.oneOf[2],data}];
return false;
}
}
if(props0 !== true){
props0 = props0 || {};
props0.type = true;
props0.rules = true;
}
}
else {
validate0.errors = [{instancePath,schemaPath:"#/discriminator",keyword:"discriminator",params:{error: "mapping", tag: "type", tagValue: tag0},message:"value of tag \"type\" must be in oneOf",schema:schema0.discriminator,parentSchema:schema0,data}];
return false;
}
}
else {
validate0.errors = [{instancePath,schemaPath:"#/discriminator",keyword:"discriminator",params:{error: "tag", tag: "type", tagValue: tag0},message:"tag \"type\" must be string",schema:schema0.discriminator,parentSchema:schema0,data}];
return false;
}
}
else {
validate0.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.type,parentSchema:schema0,data}];
return false;
}
}
validate0.errors = vErrors;
evaluated0.props = props0;
return errors === 0;
}
validate0.evaluated = {"dynamicProps":true,"dynamicItems":false};
return module.exports
})({})
