import type pg from 'pg';
import { STATEMENT_TIMEOUT_MS } from '#server/db/client.ts';
import {
	APP_ROLE,
	createAppRole,
	DUPLICATE_OBJECT,
	grantAppRights,
	hasErrorCode,
	INSUFFICIENT_PRIVILEGE,
	runIgnoringDuplicate,
	withClient,
} from '#server/db/migrate/app-role.ts';
import { PreflightError } from './preflight-error.ts';

/** SQLSTATE of every statement after a failed one in a transaction. */
const IN_FAILED_TRANSACTION = '25P02';

/*
 * A pooler does not forward the role and limits that a connection requests, so the pooler's account
 * itself gets them. That account must own nothing: a connection that only took the role could reset
 * it, and would then have the owner's rights.
 */

/**
 * Checks that the pooler's account is separate from the owner and can be given the application's
 * rights; writes nothing.
 * @throws PreflightError that names the variable and the fix
 */
export async function requirePoolerAccount(directUrl: string, login: string): Promise<void> {
	await withClient(directUrl, async (client) => {
		const { isKnown, canActAsOwner, isRoleThere } = await findLogin(client, login);
		if (!isKnown) {
			throw new PreflightError(
				'DATABASE_DIRECT_URL',
				`it does not know the account ${login} of DATABASE_URL`,
				'Let both lead to the same database',
			);
		}
		if (canActAsOwner) {
			throw new PreflightError(
				'DATABASE_URL',
				`its account ${login} may do what the owner may, and so rewrite the audit log`,
				"Give it one of its own: create role market_login login password '…'",
			);
		}
		await tryGrant(client, login, isRoleThere);
	});
}

/**
 * Grants the application's role and a statement timeout to the pooler's account.
 * @throws DatabaseError when the account of `directUrl` lacks the permission
 */
export async function grantAppRole(directUrl: string, login: string): Promise<void> {
	await withClient(directUrl, async (client) => {
		const isNew = await grantMissing(client, login);
		await grantAppRights(client);
		if (isNew) await terminateConnections(client, login);
	});
}

/** @returns whether anything was granted */
async function grantMissing(client: pg.Client, login: string): Promise<boolean> {
	const { isMember, isLimited, database } = await findLogin(client, login);
	const quotedLogin = client.escapeIdentifier(login);
	if (!isMember) {
		await createAppRole(client);
		await runIgnoringDuplicate(client, `grant ${APP_ROLE} to ${quotedLogin}`);
	}
	if (!isLimited) {
		const quotedDatabase = client.escapeIdentifier(database);
		await runIgnoringDuplicate(
			client,
			`alter role ${quotedLogin} in database ${quotedDatabase} set statement_timeout = ${STATEMENT_TIMEOUT_MS}`,
		);
	}
	return !(isMember && isLimited);
}

/** Ends the pooler's existing connections, such as the one of the preflight check, which lack the new settings. */
async function terminateConnections(client: pg.Client, login: string): Promise<void> {
	try {
		await client.query(
			`select pg_terminate_backend(pid) from pg_stat_activity
			where usename = $1 and datname = current_database()`,
			[login],
		);
	} catch (error) {
		// Without the permission, the connections stay until the pooler ends them itself.
		if (!hasErrorCode(error, [INSUFFICIENT_PRIVILEGE])) throw error;
	}
}

/** Checks that the grants are permitted: makes them in a transaction, and rolls it back. */
async function tryGrant(client: pg.Client, login: string, isRoleThere: boolean): Promise<void> {
	await client.query('begin');
	try {
		await grantMissing(client, login);
		const { isMember } = await findLogin(client, login);
		if (!isMember) {
			throw new PreflightError(
				'DATABASE_URL',
				`its account ${login} does not have the rights of the roles that it is in`,
				`As a superuser: alter role ${login} inherit`,
			);
		}
	} catch (error) {
		// Another instance that starts at the same time has just granted the rights.
		if (hasErrorCode(error, [...DUPLICATE_OBJECT, IN_FAILED_TRANSACTION])) return;
		if (!hasErrorCode(error, [INSUFFICIENT_PRIVILEGE])) throw error;
		throw new PreflightError(
			'DATABASE_DIRECT_URL',
			`its account may not give ${login} the rights of the application`,
			`As a superuser: ${isRoleThere ? '' : `create role ${APP_ROLE}; `}grant ${APP_ROLE} to ${login}; alter role ${login} set statement_timeout = ${STATEMENT_TIMEOUT_MS}`,
			error,
		);
	} finally {
		await client.query('rollback');
	}
}

/** The pooler's account, as the database knows it. */
interface Login {
	isKnown: boolean;
	/** Whether it has the owner's rights, or can grant them to itself. */
	canActAsOwner: boolean;
	/** Whether the application's role exists. */
	isRoleThere: boolean;
	/** Whether it inherits the rights of the application's role. */
	isMember: boolean;
	/** Whether its statements have a timeout. */
	isLimited: boolean;
	database: string;
}

async function findLogin(client: pg.Client, login: string): Promise<Login> {
	const { rows } = await client.query<Login>(
		`select login.oid is not null as "isKnown",
			exists (select from pg_roles where rolname = $2) as "isRoleThere",
			coalesce(login.rolsuper or login.rolcreaterole
				or pg_has_role(login.oid, current_user, 'member')
				or pg_has_role(login.oid, (select relowner from pg_class where oid = to_regclass('public.audit_log')), 'member'),
				false) as "canActAsOwner",
			coalesce(pg_has_role(login.oid, (select oid from pg_roles where rolname = $2), 'usage'), false) as "isMember",
			exists (
				select from pg_db_role_setting, unnest(setconfig) as setting
				where setrole = login.oid and setting like 'statement_timeout=%'
					and setdatabase in (0, (select oid from pg_database where datname = current_database()))
			) as "isLimited",
			current_database()::text as database
		from (select) as one left join pg_roles as login on login.rolname = $1`,
		[login, APP_ROLE],
	);
	const [row] = rows;
	if (!row) throw new Error('The database returned no row for the account.');
	return row;
}
