import pg from 'pg';

/** Facts about a database server and the connected account. */
export interface ServerInfo {
	/** `server_version_num`: 150017 for version 15.17. */
	version: number;
	versionName: string;
	account: string;
	database: string;
	/** Whether it is a replica, which can't be written to. */
	isReplica: boolean;
	/** Whether the account may create what migrations create. */
	mayCreate: boolean;
	/** How far its clock is ahead of ours; negative when behind. */
	clockAheadMs: number;
	/** Identifies a database and its replicas; undefined when the account may not read it. */
	system: string | undefined;
}

/** Reads the server info. Writes nothing, and works through a pooler. */
export async function readServerInfo(client: pg.Client): Promise<ServerInfo> {
	const sentAt = Date.now();
	const { rows } = await client.query<
		Omit<ServerInfo, 'clockAheadMs' | 'system'> & { now: number }
	>(
		`select current_setting('server_version_num')::integer as version,
			current_setting('server_version') as "versionName",
			session_user::text as account,
			current_database()::text as database,
			pg_is_in_recovery() as "isReplica",
			has_database_privilege(current_database(), 'create')
				and coalesce(has_schema_privilege(to_regnamespace('public'), 'create'), false) as "mayCreate",
			extract(epoch from clock_timestamp())::float8 * 1000 as now`,
	);
	const receivedAt = Date.now();
	const [row] = rows;
	if (!row) throw new Error('it returned no server information');
	const { now, ...info } = row;
	// The server read its clock between `sentAt` and `receivedAt`: any time between them counts as no difference.
	const clockAheadMs = now > receivedAt ? now - receivedAt : Math.min(0, now - sentAt);
	return { ...info, clockAheadMs, system: await findSystemIdentifier(client) };
}

/** Some hosted databases don't allow this function. */
async function findSystemIdentifier(client: pg.Client): Promise<string | undefined> {
	try {
		const { rows } = await client.query<{ system: string }>(
			'select system_identifier::text as system from pg_control_system()',
		);
		return rows[0]?.system;
	} catch (error) {
		if (error instanceof pg.DatabaseError) return undefined;
		throw error;
	}
}
