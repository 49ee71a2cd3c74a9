import pg from 'pg';

/** What a database says of itself, and of the account that asks. */
export interface ServerInfo {
	/** As 150017. */
	version: number;
	versionName: string;
	account: string;
	database: string;
	/** Whether it follows another, and can't be written to. */
	isCopy: boolean;
	/** Whether the account may make what migrations make. */
	mayCreate: boolean;
	/** How far its clock is ahead of ours; negative, behind. */
	clockAheadMs: number;
	/** The same for a database and its copies, and for no other; undefined where it is not told. */
	system: string | undefined;
}

/** Reads only, and nothing that a pooler does not hand on. */
export async function readServerInfo(client: pg.Client): Promise<ServerInfo> {
	const sentAt = Date.now();
	const { rows } = await client.query<
		Omit<ServerInfo, 'clockAheadMs' | 'system'> & { now: number }
	>(
		`select current_setting('server_version_num')::integer as version,
			current_setting('server_version') as "versionName",
			session_user::text as account,
			current_database()::text as database,
			pg_is_in_recovery() as "isCopy",
			has_database_privilege(current_database(), 'create')
				and coalesce(has_schema_privilege(to_regnamespace('public'), 'create'), false) as "mayCreate",
			extract(epoch from clock_timestamp())::float8 * 1000 as now`,
	);
	const receivedAt = Date.now();
	const [row] = rows;
	if (!row) throw new Error('it does not say what it is');
	const { now, ...info } = row;
	const clockAheadMs = now > receivedAt ? now - receivedAt : Math.min(0, now - sentAt);
	return { ...info, clockAheadMs, system: await findSystemIdentifier(client) };
}

/** Some who run databases for others let nobody ask. */
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
