import { spawn } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createTempFolder } from '#tests/support/photo-files.ts';
import {
	findPostmaster,
	launchAs,
	prepareDataDirectory,
	requireNotInUse,
	serviceAccount,
} from './data-directory.ts';

const base = await createTempFolder();
let count = 0;

async function freshFolder(): Promise<string> {
	const folder = join(base, String(count++));
	await mkdir(folder);
	return folder;
}

/** Replaces `initdb` by a script. It gets the final folder as `$DATA_DIRECTORY`, the temporary one as `$TEMPORARY`. */
async function prepareWith(folder: string, script: string): Promise<string[]> {
	const initdb = join(base, `initdb-${count++}.sh`);
	const dataDirectory = join(folder, 'cluster');
	const head = `#!/bin/sh\nDATA_DIRECTORY=${dataDirectory}\nTEMPORARY=\${1#--pgdata=}\n`;
	await writeFile(initdb, `${head}${script}\n`, { mode: 0o755 });
	const steps: string[] = [];
	const onProgress = (step: string) => void steps.push(step);
	await prepareDataDirectory({ initdb, dataDirectory, account: undefined, onProgress });
	return steps;
}

afterEach(() => {
	vi.unstubAllEnvs();
});

describe('creation of the PostgreSQL data directory', () => {
	const MAKE = 'mkdir "$TEMPORARY" && echo 18 > "$TEMPORARY/PG_VERSION"';

	test('a data directory gets its final name when it is complete, and is not created again', async () => {
		const folder = await freshFolder();

		const first = await prepareWith(folder, MAKE);
		const second = await prepareWith(folder, 'exit 1');

		expect(first).toEqual(['Preparing the database']);
		expect(second).toEqual([]);
		expect(await readdir(folder)).toEqual(['cluster']);
	});

	test('a data directory that another process has created meanwhile is kept', async () => {
		const folder = await freshFolder();

		await prepareWith(
			folder,
			`${MAKE} && mkdir "$DATA_DIRECTORY" && echo theirs > "$DATA_DIRECTORY/PG_VERSION"`,
		);

		expect(await readFile(join(folder, 'cluster', 'PG_VERSION'), 'utf8')).toBe('theirs\n');
		expect(await readdir(folder)).toEqual(['cluster']);
	});

	test('when a data directory cannot be created, no files remain and the error contains the last line of initdb', async () => {
		const folder = await freshFolder();

		const failing = prepareWith(
			folder,
			'mkdir "$TEMPORARY"; echo one >&2; echo the disk is full >&2; exit 1',
		);

		await expect(failing).rejects.toThrow(
			new RegExp(
				`^PostgreSQL could not be set up in ${join(folder, 'cluster')}: the disk is full\\.$`,
			),
		);
		expect(await readdir(folder)).toEqual([]);
	});

	test('the set-up deletes temporary folders of ended processes, and no other folders', async () => {
		const folder = await freshFolder();
		const [ended, alive, other] = [
			'cluster-999999999',
			`cluster-${process.ppid}`,
			'notes-999999999',
		];
		for (const name of [ended, alive, other]) await mkdir(join(folder, name));

		await prepareWith(folder, MAKE);

		expect((await readdir(folder)).sort()).toEqual(['cluster', alive, other].sort());
	});
});

describe('a postmaster.pid file', () => {
	const dataDirectoryWithPid = async (pid: number) => {
		const dataDirectory = await freshFolder();
		await writeFile(join(dataDirectory, 'postmaster.pid'), `${pid}\n${dataDirectory}\n`);
		return dataDirectory;
	};
	/** Starts a process whose command line begins with `postgres`. */
	const startAsPostgres = () => {
		const waiting = ['--eval', 'setTimeout(() => undefined, 60_000)'];
		const child = spawn(process.execPath, waiting, { argv0: 'postgres', stdio: 'ignore' });
		onTestFinished(() => void child.kill());
		return child;
	};

	test('of a killed server, or whose pid belongs to another program now, does not prevent the next start', async () => {
		for (const pid of [999_999_999, process.pid]) {
			const dataDirectory = await dataDirectoryWithPid(pid);

			await expect(requireNotInUse(dataDirectory, dataDirectory, 5432)).resolves.toBeUndefined();
		}
	});

	test('does not prevent the next start when the program ps is missing', async () => {
		// The process counts as PostgreSQL as long as `ps` can show its command line.
		const { pid = 0 } = startAsPostgres();
		const dataDirectory = await dataDirectoryWithPid(pid);
		expect(await findPostmaster(dataDirectory)).toBe(pid);
		vi.stubEnv('PATH', '');

		await expect(requireNotInUse(dataDirectory, dataDirectory, 5432)).resolves.toBeUndefined();
	});
});

afterEach(() => {
	vi.unstubAllEnvs();
	vi.restoreAllMocks();
});

describe('the account that PostgreSQL runs as', () => {
	test('is the current account when it is not root', async () => {
		vi.spyOn(process, 'getuid').mockReturnValue(1000);

		expect(await serviceAccount()).toBeUndefined();
	});

	test('is set with the uid and gid of the new process when the program setpriv is missing', async () => {
		vi.stubEnv('PATH', '');
		const account = { name: 'postgres', uid: 70, gid: 71 };

		expect(await launchAs(account, ['/bin/initdb', '--version'])).toEqual({
			program: '/bin/initdb',
			args: ['--version'],
			identity: { uid: 70, gid: 71 },
		});
		expect((await launchAs(undefined, ['/bin/initdb'])).identity).toEqual({});
	});
});
