import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The system account that PostgreSQL runs as when we are root, which it refuses to be. */
export interface Account {
	name: string;
	uid: number;
	gid: number;
}

/** Undefined when we are not root: PostgreSQL then runs as we do. */
export async function serviceAccount(): Promise<Account | undefined> {
	if (process.getuid?.() !== 0) return undefined;
	const name = 'postgres';
	const known = await numbersOf(name);
	if (known) return { name, ...known };
	await run('useradd', ['--system', '--user-group', '--no-create-home', name]);
	const made = await numbersOf(name);
	if (!made) throw new Error(`Could not make the account "${name}" that PostgreSQL runs as.`);
	return { name, ...made };
}

async function numbersOf(name: string): Promise<{ uid: number; gid: number } | undefined> {
	try {
		const [uid, gid] = await Promise.all(
			['-u', '-g'].map(async (flag) => Number((await run('id', [flag, name])).stdout)),
		);
		return uid && gid ? { uid, gid } : undefined;
	} catch {
		return undefined;
	}
}

/** How to start a program: what to run, and as whom where the program we run can't see to that itself. */
export interface Launch {
	program: string;
	args: string[];
	identity: { uid?: number; gid?: number };
}

/** Lets a program enter folders of others; many containers may not hand this on. */
const ENTER_ALL = ['--inh-caps=+dac_read_search', '--ambient-caps=+dac_read_search'];
/** Ends a program with us, however hard we end. */
const END_WITH_US = '--pdeathsig=INT';

/**
 * Starts a program as `account`, ending with us however hard we end, where the system has `setpriv`. As root it may
 * then mostly also enter folders of mode 700 above ours, so that a clone in root's home works.
 */
export async function launchAs(account: Account | undefined, line: string[]): Promise<Launch> {
	const [program = '', ...args] = line;
	if (!(await canSetpriv(END_WITH_US))) {
		return { program, args, identity: account ? { uid: account.uid, gid: account.gid } : {} };
	}
	const as = account
		? [`--reuid=${account.name}`, `--regid=${account.name}`, '--clear-groups']
		: [];
	const rights = account && (await canSetpriv(...ENTER_ALL)) ? ENTER_ALL : [];
	return { program: 'setpriv', args: [...as, ...rights, END_WITH_US, ...line], identity: {} };
}

function canSetpriv(...options: string[]): Promise<boolean> {
	return run('setpriv', [...options, 'true']).then(
		() => true,
		() => false,
	);
}
