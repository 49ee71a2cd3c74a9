import { execFile } from 'node:child_process';
import { glob, mkdir, mkdtemp, readFile, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { describeWithPrograms, requireProgram } from '#tests/support/debian-programs.ts';
import { onCleanup } from '#tests/support/on-cleanup.ts';
import { startScript } from '#tests/support/process.ts';

const run = promisify(execFile);
const MACHINES = ['--machines', '10.0.0.1,10.0.0.2,10.0.0.11', '--network', '10.0.0.0/24'];

async function writeConfigurations(...extraArgs: string[]) {
	const folder = await mkdtemp(join(tmpdir(), 'market-cluster-'));
	onCleanup(() => rm(folder, { recursive: true }));
	const script = startScript('deploy/cluster-kit/main.ts', [folder, ...MACHINES, ...extraArgs]);
	expect(await script.ended).toBe(0);
	return { folder, output: script.output() };
}

describe('configurations for three real machines', () => {
	test('configurations name their own machine, contain no unfilled placeholder, and are readable by their owner only', async () => {
		const { folder, output } = await writeConfigurations();

		const files = await Array.fromAsync(glob('**/*.*', { cwd: folder }));
		expect(files).toHaveLength(3 * 7 + 2);
		for (const file of files) {
			expect(await readFile(join(folder, file), 'utf8')).not.toMatch(/\{\{|undefined/);
			expect((await stat(join(folder, file))).mode & 0o777).toBe(0o600);
		}
		const patroni = await readFile(join(folder, 'c', 'patroni.yml'), 'utf8');
		expect(patroni).toContain('connect_address: 10.0.0.11:5432');
		expect(patroni).toContain('mode: automatic');
		expect(output).toMatch(/DATABASE_URL=postgres:\/\/market:\w+@127\.0\.0\.1:6432\/market/);
	});

	test('configurations keep the passwords when the command runs again for the same folder', async () => {
		const { folder, output } = await writeConfigurations();

		const secondRun = startScript('deploy/cluster-kit/main.ts', [folder, ...MACHINES]);

		expect(await secondRun.ended).toBe(0);
		expect(secondRun.output()).toBe(output);
	});

	test('configurations name only the new addresses when the command runs for other machines in the same folder', async () => {
		const { folder } = await writeConfigurations();

		const otherMachines = ['--machines', '10.0.0.3,10.0.0.4,10.0.0.5', '--network', '10.0.0.0/24'];
		const secondRun = startScript('deploy/cluster-kit/main.ts', [folder, ...otherMachines]);

		expect(await secondRun.ended).toBe(0);
		for await (const file of glob('**/*.*', { cwd: folder })) {
			expect(await readFile(join(folder, file), 'utf8'), file).not.toMatch(/10\.0\.0\.(1|2|11)\b/);
		}
	});

	test('configurations name only their own addresses after a run for other machines was interrupted', async () => {
		const { folder } = await writeConfigurations();
		const obstacle = join(folder, 'b', 'etcd.yml');
		await rm(obstacle);
		await mkdir(obstacle);
		const otherMachines = ['--machines', '10.0.0.3,10.0.0.4,10.0.0.5', '--network', '10.0.0.0/24'];
		const interruptedRun = startScript('deploy/cluster-kit/main.ts', [folder, ...otherMachines]);
		expect(await interruptedRun.ended).toBe(1);
		await rmdir(obstacle);

		const nextRun = startScript('deploy/cluster-kit/main.ts', [folder, ...MACHINES]);

		expect(await nextRun.ended).toBe(0);
		for await (const file of glob('**/*.*', { cwd: folder })) {
			expect(await readFile(join(folder, file), 'utf8'), file).not.toMatch(/10\.0\.0\.[345]\b/);
		}
	});

	test('files that Redis and Sentinel have rewritten are kept when the command runs again for the same machines', async () => {
		const { folder } = await writeConfigurations();
		const files = ['redis.conf', 'sentinel.conf'].map((name) => join(folder, 'b', name));
		for (const file of files) await writeFile(file, 'rewritten by the program');

		const secondRun = startScript('deploy/cluster-kit/main.ts', [folder, ...MACHINES]);

		expect(await secondRun.ended).toBe(0);
		for (const file of files) expect(await readFile(file, 'utf8')).toBe('rewritten by the program');
	});

	test.each([
		{ args: ['folder', '--machines', '10.0.0.1,10.0.0.2', '--network', '10.0.0.0/24'] },
		{ args: ['folder', '--machines', '10.0.0.1,10.0.0.2,10.0.0.3'] },
	])(
		'the cluster command prints its usage for the incomplete arguments $args',
		async ({ args }) => {
			const script = startScript('deploy/cluster-kit/main.ts', args);

			expect(await script.ended).toBe(1);
			expect(script.errors()).toMatch(/^npm run cluster -- FOLDER \[.+\]\n$/);
		},
	);
});

describeWithPrograms(['haproxy'], 'the load balancer (HAProxy)', () => {
	test('HAProxy accepts the generated configuration', async () => {
		const { folder } = await writeConfigurations();

		await run(requireProgram('haproxy'), [
			'-c',
			'-q',
			'-f',
			join(folder, 'balancer', 'haproxy.cfg'),
		]);
	});
});
