import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, chown, lstat, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type Binaries, postgresBinaries } from './binaries.ts';
import { notedPid, prepareCluster, requireFree } from './data-directory.ts';
import { type Account, launchAs, serviceAccount } from './service-account.ts';
import { keepRunning, type Running } from './supervisor.ts';

/** What a system path of a socket may measure at most: 107 bytes on Linux, 103 on macOS, less the socket's own name. */
const SOCKET_FOLDER_MAX = 85;
const PORT = 5432;

export interface EmbeddedPostgres {
	/** Address of a database of this server, reached through its unix socket. */
	url: (database: string) => string;
	/** Lets running statements finish, then ends. */
	stop: () => Promise<void>;
}

interface Options {
	/** Kept across starts; made when missing. */
	folder: string;
	/** Whose programs; those that came with the package manager unless said. */
	binaries?: Binaries;
	/** Extra settings as `name=value`. */
	settings?: readonly string[];
	/** Told in words what takes a while. */
	onProgress?: (step: string) => void;
	/** Told why it is started again. */
	onTrouble?: (reason: string) => void;
}

/**
 * Starts the PostgreSQL that ships with the product on a unix socket only, in a process group of its own so that
 * Ctrl-C reaches us first and requests can finish before their database goes. It is started again should it end by itself.
 * @throws Error in one line that says what to do, when the folder is in use or PostgreSQL can't start
 */
export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
	const {
		folder,
		settings = [],
		onProgress = () => undefined,
		onTrouble = () => undefined,
	} = options;
	const binaries = options.binaries ?? (await postgresBinaries());
	const account = await serviceAccount();
	await mkdir(folder, { recursive: true });
	await own(folder, account);
	const sockets = await socketFolder(folder, account);
	const cluster = join(folder, 'cluster');
	await prepareCluster({ initdb: binaries.initdb, cluster, account, onProgress });
	await requireFree(cluster, sockets, PORT);

	const url = (database: string) =>
		`postgres://postgres@/${database}?host=${encodeURIComponent(sockets)}&port=${PORT}`;
	const { stop } = await keepRunning({
		spawn: () => spawnPostgres(binaries.postgres, cluster, sockets, settings, account),
		untilReady: (running) => untilReady(running, url('postgres'), cluster),
		faultIn,
		onTrouble,
	});
	return { url, stop };
}

async function spawnPostgres(
	postgres: string,
	cluster: string,
	sockets: string,
	settings: readonly string[],
	account: Account | undefined,
): Promise<Running> {
	const wanted = [
		'listen_addresses=',
		`unix_socket_directories=${sockets}`,
		'unix_socket_permissions=0700',
		`port=${PORT}`,
		'max_connections=100',
		// Shared pages count only once touched: a small market stays small, a large one finds its indexes in memory.
		'shared_buffers=256MB',
		// In memory, or on a disk that doesn't turn, every place is as near as the next; reckoned otherwise, small tables are
		// read whole.
		'random_page_cost=1.1',
		'log_min_messages=fatal',
		'log_line_prefix=%b: ',
		...settings,
	];
	const { program, args, identity } = await launchAs(account, [
		postgres,
		'-D',
		cluster,
		...wanted.flatMap((setting) => ['-c', setting]),
	]);
	const child = spawn(program, args, {
		cwd: '/',
		detached: true,
		stdio: ['ignore', 'ignore', 'pipe'],
		...identity,
	});
	let said = '';
	child.stderr.on('data', (chunk) => {
		said = `${said}${chunk}`.slice(-4000);
	});
	return { child, said: () => said };
}

/**
 * Its last line of what ends a process, without the lines of detail below it: these may hold what people wrote. What a client's
 * own process ends with is between the two, unless all others have to end with it.
 */
function faultIn(said: string): string {
	const faults = said.match(/^(?:.*PANIC|(?!.*client backend: ).*FATAL): .*$/gm);
	return faults?.at(-1)?.replaceAll(/\s+/g, ' ') ?? '';
}

async function untilReady({ child, said }: Running, url: string, cluster: string): Promise<void> {
	for (;;) {
		if (child.exitCode !== null || child.signalCode !== null) {
			throw new Error(`PostgreSQL did not start: ${said().trim().replaceAll(/\s+/g, ' ')}`);
		}
		const client = new pg.Client({ connectionString: url });
		// It may end at any moment of this, and is then asked again.
		client.on('error', () => undefined);
		try {
			await client.connect();
			// With two starts at once, it may be the other one's that answers.
			if ((await notedPid(cluster)) === child.pid) return;
		} catch {
			// Not listening yet.
		} finally {
			await client.end().catch(() => undefined);
		}
		await new Promise((resume) => setTimeout(resume, 25));
	}
}

/** Below the data folder, or in the system's own where that would be too long for a socket's address. */
async function socketFolder(folder: string, account: Account | undefined): Promise<string> {
	const near = join(folder, 'run');
	const name = createHash('sha256').update(folder).digest('hex').slice(0, 12);
	const fits = Buffer.byteLength(near) <= SOCKET_FOLDER_MAX;
	const chosen = fits ? near : join(tmpdir(), `passdown-${name}`);
	await mkdir(chosen, { recursive: true });
	await requireOwn(chosen, account);
	await own(chosen, account);
	return chosen;
}

/**
 * In the system's folder anyone can take a name first, and would then hold our socket.
 * @throws Error in one line when the folder is someone else's
 */
async function requireOwn(folder: string, account: Account | undefined): Promise<void> {
	const found = await lstat(folder);
	const owners = [process.getuid?.(), account?.uid];
	if (found.isDirectory() && owners.includes(found.uid)) return;
	throw new Error(
		`${folder} belongs to someone else. Remove it, or set DATA_DIR to a shorter path.`,
	);
}

async function own(folder: string, account: Account | undefined): Promise<void> {
	await chmod(folder, 0o700);
	if (account) await chown(folder, account.uid, account.gid);
}
