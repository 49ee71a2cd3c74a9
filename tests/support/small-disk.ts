import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmdirSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

const MEGABYTE = 1024 * 1024;

/** Whether this process may mount disks; otherwise tests with a full disk are skipped. */
export const CAN_MOUNT = canMount();

function canMount(): boolean {
	const folder = mkdtempSync(join(tmpdir(), 'market-mount-'));
	try {
		mount(folder, '64k');
		execFileSync('umount', [folder], { stdio: 'ignore' });
		return true;
	} catch {
		return false;
	} finally {
		rmdirSync(folder);
	}
}

function mount(folder: string, size: string): void {
	execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=755`, 'tmpfs', folder], {
		stdio: 'ignore',
	});
}

/**
 * Mounts a small disk below a folder for one test.
 * @param size as in the options of `mount`: 256k, 200m
 */
export function openSmallDisk(folder: string, size: string) {
	mkdirSync(folder, { recursive: true });
	mount(folder, size);
	onTestFinished(() => void execFileSync('umount', ['--lazy', folder]));
	const ballast = join(folder, 'ballast');
	return {
		/** Fills the disk to the last byte. */
		async fillUp(): Promise<void> {
			const file = await open(ballast, 'a');
			const write = (bytes: Buffer) =>
				file.write(bytes).then(
					({ bytesWritten }) => bytesWritten > 0,
					() => false,
				);
			try {
				for (const size of [MEGABYTE, 4096, 1]) {
					const bytes = Buffer.alloc(size);
					while (await write(bytes));
				}
			} finally {
				await file.close();
			}
		},
		empty: () => rm(ballast, { force: true }),
	};
}
