import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';
import { isUnreachable, reasonOf } from '#server/db/errors.ts';
import { DatabaseFault, type DatabaseVariable } from './database-fault.ts';
import { requireOwnLogin } from './pooler-account.ts';
import { askFacts, type Facts } from './server-info.ts';
import { askOnce, firstAnswer } from './wait-for-database.ts';

const OLDEST = 15;
const CLOCK_OFF_MAX_MS = 60_000;

/** Where the database is, as configured. */
export interface Addresses {
	/** Whom people are served from. */
	url: string;
	/** Whether that is a pooler's, which hands each transaction any of its connections. */
	isPooled: boolean;
	/** The database itself, as its owner; unset, the same. */
	directUrl: string | undefined;
	/** A copy that follows it. */
	replicaUrl: string | undefined;
}

interface Options {
	/** Told in words what takes a while. */
	onProgress: (step: string) => void;
	log: FastifyBaseLogger;
}

/**
 * Waits for the database and looks whether the market can work on it; nothing is written.
 * @throws DatabaseFault naming the variable, what is the matter and what to do
 */
export async function requireUsable(addresses: Addresses, options: Options): Promise<void> {
	const { url, isPooled, directUrl, replicaUrl } = addresses;
	const owner: DatabaseVariable = directUrl ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL';
	const facts = await firstFacts(directUrl ?? url, owner, options);
	requireVersion(facts, owner);
	requireClock(facts, owner);
	requireRights(facts, owner);
	if (directUrl) {
		const served = await firstFacts(url, 'DATABASE_URL', options);
		requireSame(facts, served);
		if (isPooled) await requireOwnLogin(directUrl, served.account);
	}
	if (replicaUrl) await requireCopy(facts, addresses, options.log);
}

/** A copy that answers in the place of the database, while another takes over, is waited for like no answer at all. */
function firstFacts(
	url: string,
	variable: DatabaseVariable,
	{ onProgress }: Options,
): Promise<Facts> {
	const ask = async (client: pg.Client) => {
		const facts = await askFacts(client);
		if (facts.isCopy) throw new Error('a copy answers, which can not be written to');
		return facts;
	};
	return firstAnswer(url, { variable, onProgress, ask });
}

function requireVersion({ version, versionName }: Facts, variable: DatabaseVariable): void {
	if (Math.floor(version / 10_000) >= OLDEST) return;
	throw new DatabaseFault(
		variable,
		`PostgreSQL ${versionName} is too old`,
		`Use PostgreSQL ${OLDEST} or newer`,
	);
}

/** Sessions, links and limits end by one clock and begin by the other. */
function requireClock({ clockAheadMs }: Facts, variable: DatabaseVariable): void {
	if (Math.abs(clockAheadMs) <= CLOCK_OFF_MAX_MS) return;
	const seconds = Math.round(Math.abs(clockAheadMs) / 1000);
	const side = clockAheadMs > 0 ? 'ahead of' : 'behind';
	throw new DatabaseFault(
		variable,
		`the clock of the database is ${seconds} seconds ${side} the one here`,
		'Set both clocks by the network (NTP)',
	);
}

function requireRights({ mayCreate, account, database }: Facts, variable: DatabaseVariable): void {
	if (mayCreate) return;
	throw new DatabaseFault(
		variable,
		`its account ${account} may not make tables in the database ${database}`,
		`Name the account that owns it, or make this one its owner: alter database ${database} owner to ${account}`,
	);
}

function requireSame(direct: Facts, served: Facts): void {
	if (isSame(direct, served)) return;
	throw new DatabaseFault(
		'DATABASE_DIRECT_URL',
		'it is another database than DATABASE_URL',
		'Let both name the same one',
	);
}

function isSame(one: Facts, other: Facts): boolean {
	if (one.database !== other.database) return false;
	return !one.system || !other.system || one.system === other.system;
}

/** A copy that is away at the moment, or has become a database of its own, is not read: that is no reason not to start. */
async function requireCopy(
	facts: Facts,
	{ url, directUrl, replicaUrl = '' }: Addresses,
	log: FastifyBaseLogger,
): Promise<void> {
	const variable = 'DATABASE_REPLICA_URL';
	const mend = 'Give the address of a standby of this database, or leave it out';
	if ([url, directUrl].some((address) => address && placeOf(address) === placeOf(replicaUrl))) {
		throw new DatabaseFault(variable, 'it is the database itself', mend);
	}
	try {
		const copy = await askOnce(replicaUrl, askFacts);
		if (!isSame(facts, copy)) {
			throw new DatabaseFault(variable, 'it is no copy of the database of DATABASE_URL', mend);
		}
	} catch (error) {
		if (error instanceof DatabaseFault) throw error;
		const reason = reasonOf(error);
		if (!isUnreachable(error)) {
			throw new DatabaseFault(variable, `it can't be used: ${reason}`, mend, error);
		}
		log.warn({ reason }, 'the copy of the database is away');
	}
}

/** Host, port and database of an address, whoever it lets in. */
function placeOf(address: string): string {
	const { host, port, database } = new pg.Client({ connectionString: address });
	return `${host}:${port}/${database}`;
}
