import { execFile } from 'node:child_process';
import { chmod, copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { VARIABLES } from '#server/config/environment.ts';
import { describeWithPrograms, requireProgram } from '#tests/support/debian-programs.ts';
import { onCleanup } from '#tests/support/on-cleanup.ts';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../../..');
const UNITS_FOLDER = join(ROOT, 'deploy', 'systemd');
/** The highest exposure that is allowed, in tenths of `systemd-analyze security`'s scale from 0 to 10. */
const MAX_EXPOSURE = '25';

async function openFolder(): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), 'market-systemd-'));
	onCleanup(() => rm(folder, { recursive: true, force: true }));
	return folder;
}

/** Copies the units into a folder, with this repository in place of the app's folder. @returns their paths */
async function copyUnits() {
	const folder = await openFolder();
	const units = ['passdown@.service', 'passdown-backup.service', 'passdown-backup.timer'];
	for (const unit of units) {
		const shipped = await readFile(join(UNITS_FOLDER, unit), 'utf8');
		await writeFile(
			join(folder, unit),
			shipped.replaceAll('/srv/passdown', ROOT.replace(/\/$/, '')),
		);
	}
	await copyFile(join(folder, 'passdown@.service'), join(folder, 'passdown@3001.service'));
	return {
		instance: join(folder, 'passdown@3001.service'),
		backupUnits: units.slice(1).map((unit) => join(folder, unit)),
	};
}

describeWithPrograms(['systemd-analyze'], 'the systemd units', () => {
	test('the systemd units are accepted by systemd', async () => {
		const { instance, backupUnits } = await copyUnits();

		const { stdout, stderr } = await run(requireProgram('systemd-analyze'), [
			'verify',
			'--man=no',
			instance,
			...backupUnits,
		]);

		expect(stdout + stderr).toBe('');
	});

	test.each(['instance', 'backup'])(
		'the systemd units restrict the access of the %s to the machine',
		async (which) => {
			const { instance, backupUnits } = await copyUnits();
			const unit = which === 'instance' ? instance : (backupUnits[0] ?? '');
			const args = ['security', '--offline=true', `--threshold=${MAX_EXPOSURE}`, unit];

			const { stdout } = await run(requireProgram('systemd-analyze'), args);

			expect(Number(/exposure level for \S+: ([\d.]+)/.exec(stdout)?.[1])).toBeLessThanOrEqual(2.5);
		},
	);

	test('the systemd units set only variables that the app knows', async () => {
		for (const unit of ['passdown@.service', 'passdown-backup.service']) {
			const shipped = await readFile(join(UNITS_FOLDER, unit), 'utf8');
			const assignments = [...shipped.matchAll(/^Environment=(.*)$/gm)].flatMap(([, text = '']) =>
				text.split(' '),
			);
			const names = assignments.map((assignment) => assignment.split('=')[0]);

			expect([...VARIABLES, 'NODE_ENV']).toEqual(expect.arrayContaining(names));
		}
	});

	test('the systemd units set the port and the data folder in the command, where the environment file cannot change them', async () => {
		const envExample = await readFile(join(ROOT, '.env.example'), 'utf8');
		for (const [unit, fixedSettings] of [
			['passdown@.service', ['PORT=%i', 'DATA_DIR=/var/lib/passdown']],
			['passdown-backup.service', ['DATA_DIR=/var/lib/passdown']],
		] as const) {
			const shipped = await readFile(join(UNITS_FOLDER, unit), 'utf8');
			// Variables of the environment file take precedence over those of `Environment=`.
			const replaceable = [...shipped.matchAll(/^Environment=(.*)$/gm)]
				.flatMap(([, words = '']) => words.split(' '))
				.filter((word) => envExample.includes(`\n${word.split('=')[0]}=`));
			const command = /^ExecStart=\/usr\/bin\/env (.*)$/m.exec(shipped)?.[1] ?? '';

			expect(replaceable).toEqual([]);
			expect(command.split(' ')).toEqual(expect.arrayContaining([...fixedSettings]));
		}
	});
});

test('systemd restarts an instance however often its start fails', async () => {
	const instance = await readFile(join(UNITS_FOLDER, 'passdown@.service'), 'utf8');
	const [unitSection] = instance.split('\n[Service]\n');

	expect(instance).toMatch(/^Restart=always$/m);
	expect(unitSection).toMatch(/^StartLimitIntervalSec=0$/m);
});

test('an operator’s command runs with the account, the settings and the folder of the app', async () => {
	const folder = await openFolder();
	await writeFile(join(folder, 'systemd-run'), '#!/bin/sh\nprintf "%s\\n" "$@"\n', { mode: 0o755 });
	const unit = await readFile(join(UNITS_FOLDER, 'passdown@.service'), 'utf8');
	const propertyNames = [
		'User',
		'Group',
		'UMask',
		'StateDirectory',
		'EnvironmentFile',
		'WorkingDirectory',
	];
	const unitLines = propertyNames.map((name) => new RegExp(`^${name}=.*$`, 'm').exec(unit)?.[0]);

	const { stdout } = await run(join(UNITS_FOLDER, 'passdown'), ['admin:reset', 'asha@x.example'], {
		env: { PATH: `${folder}:/usr/bin:/bin` },
	});

	const outputLines = stdout.trim().split('\n');
	expect(outputLines).toEqual(
		expect.arrayContaining(unitLines.map((line) => `--property=${line}`)),
	);
	expect(outputLines).toContain('DATA_DIR=/var/lib/passdown');
	expect(outputLines.slice(-4)).toEqual([
		'node_modules/.bin/node',
		'tools/cli/main.ts',
		'admin:reset',
		'asha@x.example',
	]);
});

/**
 * Creates a fake systemctl that records its calls and lists one instance for each port.
 * @returns functions that run the restart script with it, and that list the recorded restarts
 */
async function createFakeSystemd(ports: readonly number[]) {
	const folder = await openFolder();
	const callsFile = join(folder, 'notes');
	const units = ports.map((port) => `passdown@${port}.service loaded active running`).join('\\n');
	const script = `#!/bin/sh\necho "$*" >> ${callsFile}\n[ "$1" = list-units ] && printf '${units}\\n'\nexit 0\n`;
	await writeFile(join(folder, 'systemctl'), script);
	await chmod(join(folder, 'systemctl'), 0o755);
	const restart = (more: Record<string, string> = {}) =>
		run(join(UNITS_FOLDER, 'restart-in-turn.sh'), [], {
			env: { PATH: `${folder}:/usr/bin:/bin`, ...more },
		});
	return {
		restart,
		restarted: async () => (await readFile(callsFile, 'utf8')).match(/restart \S+/g) ?? [],
	};
}

/**
 * Opens a fake instance, which adds its port to `requestedPorts` at each readiness check. @returns its port
 * @param isEverReady true: ready from the second check on; false: never ready
 */
async function openInstance(isEverReady: boolean, requestedPorts: number[]) {
	let count = 0;
	const server = createServer((_request, response) => {
		count += 1;
		requestedPorts.push(port);
		response.writeHead(isEverReady && count > 1 ? 200 : 503).end();
	});
	await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
	onCleanup(() => server.close());
	const { port } = server.address() as AddressInfo;
	return port;
}

describeWithPrograms(['curl'], 'restarting all instances in turn', () => {
	test('the restart in turn continues with the next instance when the restarted instance is ready', async () => {
		const requestedPorts: number[] = [];
		const ports = [
			await openInstance(true, requestedPorts),
			await openInstance(true, requestedPorts),
		];
		const { restart, restarted } = await createFakeSystemd(ports);

		const { stdout } = await restart();

		expect(await restarted()).toEqual(ports.map((port) => `restart passdown@${port}.service`));
		expect(requestedPorts).toEqual(ports.flatMap((port) => [port, port]));
		expect(stdout).toBe(ports.map((port) => `passdown@${port}.service is ready\n`).join(''));
	});

	test('the restart in turn stops at an instance that does not become ready, and names the log of that instance', async () => {
		const ports = [await openInstance(false, []), await openInstance(true, [])];
		const { restart, restarted } = await createFakeSystemd(ports);

		const failed = await restart({ TRIES: '2' }).catch((error: unknown) => error);

		expect(failed).toMatchObject({
			code: 1,
			stderr: expect.stringContaining(`journalctl -u passdown@${ports[0]}`),
		});
		expect(await restarted()).toHaveLength(1);
	});
});
