import type { Connection } from '../../src/database/database.ts'

/**
 * What `distribute` asks of Citus, as functions that move nothing but refuse the foreign keys that Citus refuses:
 * those between a distributed table and one that is neither distributed nor on every node.
 */
export async function standInForCitus(db: Connection): Promise<void> {
  for (const statement of STATEMENTS) await db.run(statement)
}

const STATEMENTS = [
  `CREATE TABLE pg_dist_node (groupid INTEGER, isactive BOOLEAN DEFAULT TRUE, shouldhaveshards BOOLEAN DEFAULT TRUE)`,
  'CREATE TABLE pg_dist_partition (logicalrelid REGCLASS PRIMARY KEY, partmethod TEXT, repmodel TEXT, colocated TEXT)',
  `CREATE FUNCTION create_reference_table(name REGCLASS) RETURNS VOID LANGUAGE SQL AS
    $$ INSERT INTO pg_dist_partition VALUES (name, 'n', 't', 'none') $$`,
  `CREATE FUNCTION create_distributed_table(name REGCLASS, distributed_by TEXT, colocate_with TEXT DEFAULT 'default')
    RETURNS VOID LANGUAGE plpgsql AS $$ BEGIN
      IF EXISTS (SELECT 1 FROM pg_constraint WHERE contype = 'f' AND (conrelid = name OR confrelid = name)) THEN
        RAISE EXCEPTION '% has foreign keys to tables that are elsewhere', name;
      END IF;
      INSERT INTO pg_dist_partition VALUES (name, 'h', 'c', colocate_with);
    END $$`,
]
