-- SPDX-License-Identifier: MIT
-- What a pattern is looked for with in a block of games. It reads nothing but what it is given.
CREATE FUNCTION scan(question bytea, lines bytea, segment integer, block integer, width integer,
                     height integer, columns bytea, events bytea) RETURNS bytea
AS 'MODULE_PATHNAME', 'kifu_scan' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100000;
