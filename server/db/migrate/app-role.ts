import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';
import { canConnectAs } from '#server/db/client.ts';
import { LOCKS } from '#server/db/locks.ts';
import { withClient } from '#server/db/with-client.ts';

/** The role of the application's connections. It owns no table, so that it can't disable triggers. */
export const APP_ROLE = 'market_app';
/** Schema of the job queue; jobs are added within the application's transactions. */
const QUEUE_SCHEMA = 'pgboss';

/** SQLSTATE of a statement that the account has no permission for. */
const INSUFFICIENT_PRIVILEGE = '42501';
/** SQLSTATEs when another instance creates or grants the role at the same time, perhaps for another database. */
const DUPLICATE_OBJECT = ['42710', '23505', 'XX000'];

/** The audit log may only be read and appended to; its trigger updates the head with the owner's rights. */
const GRANTS = [
	`create schema if not exists ${QUEUE_SCHEMA}`,
	...['public', QUEUE_SCHEMA].flatMap((schema) => [
		`grant usage on schema ${schema} to ${APP_ROLE}`,
		`grant select, insert, update, delete on all tables in schema ${schema} to ${APP_ROLE}`,
		`grant usage on all sequences in schema ${schema} to ${APP_ROLE}`,
		`alter default privileges in schema ${schema} grant select, insert, update, delete on tables to ${APP_ROLE}`,
		`alter default privileges in schema ${schema} grant usage on sequences to ${APP_ROLE}`,
	]),
	`revoke all on audit_log, audit_head from ${APP_ROLE}`,
	`grant select, insert on audit_log to ${APP_ROLE}`,
	`grant select on audit_head to ${APP_ROLE}`,
];

/**
 * Creates the application's role and grants its rights in this database, whose schema must be up to date.
 * @returns the role; undefined, with a warning in the log, when the database does not allow it
 */
export async function prepareAppRole(
	url: string,
	log: FastifyBaseLogger,
): Promise<string | undefined> {
	try {
		await withClient({ connectionString: url }, async (client) => {
			await createAppRole(client);
			if (!(await canSetRole(client))) {
				await runIgnoringDuplicate(client, `grant ${APP_ROLE} to current_user`);
			}
			await grantAppRights(client);
		});
		if (await canConnectAs(url, APP_ROLE)) return APP_ROLE;
		log.warn({ role: APP_ROLE }, 'working as the owner: connections can not take the role');
	} catch (error) {
		if (!hasErrorCode(error, [INSUFFICIENT_PRIVILEGE])) throw error;
		log.warn(
			{ role: APP_ROLE, reason: error.message },
			'working as the owner: the role can not be created',
		);
	}
	return undefined;
}

/** @throws DatabaseError when the account lacks the permission */
async function createAppRole(client: pg.Client): Promise<void> {
	const { rowCount } = await client.query('select from pg_roles where rolname = $1', [APP_ROLE]);
	if (rowCount === 0) await runIgnoringDuplicate(client, `create role ${APP_ROLE} nologin`);
}

async function canSetRole(client: pg.Client): Promise<boolean> {
	try {
		await client.query(`set role ${APP_ROLE}`);
		await client.query('reset role');
		return true;
	} catch (error) {
		if (hasErrorCode(error, [INSUFFICIENT_PRIVILEGE])) return false;
		throw error;
	}
}

/** Grants the role's rights in this database, whose schema must be up to date. */
async function grantAppRights(client: pg.Client): Promise<void> {
	await client.query('begin');
	await client.query('select pg_advisory_xact_lock($1)', [LOCKS.rights]);
	for (const grant of GRANTS) await client.query(grant);
	await client.query('commit');
}

/**
 * Runs a statement on a role, and ignores its failure when another instance does the same at the same time. An advisory
 * lock cannot prevent that: it holds in one database, and roles belong to the whole server.
 */
async function runIgnoringDuplicate(client: pg.Client, statement: string): Promise<void> {
	try {
		await client.query(statement);
	} catch (error) {
		if (!hasErrorCode(error, DUPLICATE_OBJECT)) throw error;
	}
}

function hasErrorCode(error: unknown, codes: readonly string[]): error is pg.DatabaseError {
	return error instanceof pg.DatabaseError && codes.includes(error.code ?? '');
}
