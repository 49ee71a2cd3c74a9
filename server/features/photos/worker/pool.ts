import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { PictureFault, type PictureFaultReason } from './image-error.ts';
import type { PreparedPhoto } from './sizes.ts';

export interface WorkshopTask {
	id: number;
	path: string;
}

/** One of the three. */
export interface WorkshopAnswer {
	id: number;
	photo?: PreparedPhoto;
	fault?: PictureFaultReason;
	/** Of ours, with the system's word for it where it has one. */
	trouble?: { message: string; code?: string | undefined };
}

export interface Workshop {
	/**
	 * Makes a file into a photo.
	 * @throws Error for what is no fault of the file
	 */
	make: (path: string) => Promise<PreparedPhoto | PictureFault>;
}

interface Options {
	/** What makes the photos. */
	program?: string;
	/** For which it is kept without work. */
	idleMs?: number;
	/** How long one photo may take before its process is ended. */
	withinMs?: number;
}

const PROGRAM = fileURLToPath(new URL('./process.ts', import.meta.url));
/** Long enough for who posts one thing after the other; then its memory is given back. */
const IDLE_MS = 60_000;
/** No photo takes so long: its reader has limits of its own. */
const WITHIN_MS = 60_000;
/** Memory that one photo leaves behind is then good for the next; without it the process grows by half. */
const MALLOC = { MALLOC_ARENA_MAX: '2' };

/**
 * Photos are made in a process of its own, which is there from the first photo until there are none for a while. It comes
 * after everything else on the computer, so that nobody waits for somebody else's photos; pictures of many megabytes never
 * weigh on the memory that serves people; and a file that brings the reader down brings down nothing else. Of our
 * configuration it knows nothing.
 */
export function openWorkshop({
	program = PROGRAM,
	idleMs = IDLE_MS,
	withinMs = WITHIN_MS,
}: Options = {}): Workshop {
	let shared: Hand | undefined;
	return {
		async make(path) {
			shared ??= openHand({ program, idleMs, withinMs }, () => {
				shared = undefined;
			});
			const made = await shared.make(path);
			if (made) return made;
			// It ended, because of this file or of another one: nobody else's is at risk now.
			const alone = openHand({ program, idleMs: 0, withinMs });
			return (await alone.make(path)) ?? new PictureFault('unreadable');
		},
	};
}

/** One process. */
interface Hand {
	/** Undefined where the process has ended without an answer. */
	make: (path: string) => Promise<PreparedPhoto | PictureFault | undefined>;
}

type Settle = (answer: WorkshopAnswer | undefined) => void;

/** @param onGone told once, when it takes no more */
function openHand(
	{ program, idleMs, withinMs }: Required<Options>,
	onGone: () => void = () => undefined,
): Hand {
	const child = fork(program, [], {
		env: MALLOC,
		execArgv: [],
		// A session of its own, whose share of the processor is not that of the market and its database.
		detached: true,
		windowsHide: true,
		serialization: 'advanced',
		stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
	});
	const waiting = new Map<number, Settle>();
	let count = 0;
	let leaving: NodeJS.Timeout | undefined;

	function end(): void {
		clearTimeout(leaving);
		onGone();
		child.removeAllListeners();
		child.on('error', () => undefined);
		for (const settle of waiting.values()) settle(undefined);
		waiting.clear();
		if (child.connected) child.disconnect();
	}
	child.unref();
	child.on('exit', end);
	child.on('error', end);
	child.on('message', (answer: WorkshopAnswer) => {
		waiting.get(answer.id)?.(answer);
		waiting.delete(answer.id);
		if (waiting.size > 0) return;
		// Nothing waits for it, so it keeps nobody from ending.
		child.channel?.unref();
		leaving = setTimeout(end, idleMs).unref();
	});

	return {
		async make(path) {
			clearTimeout(leaving);
			child.channel?.ref();
			const id = count++;
			let overdue: NodeJS.Timeout | undefined;
			const answer = await new Promise<WorkshopAnswer | undefined>((settle) => {
				waiting.set(id, settle);
				// One that never comes to an end, whatever it was told, is ended.
				overdue = setTimeout(() => {
					settle({ id, fault: 'busy' });
					child.kill('SIGKILL');
				}, withinMs).unref();
				send(child, { id, path });
			});
			clearTimeout(overdue);
			return answer && outcomeOf(answer);
		},
	};
}

/** One that is just ending takes nothing more: it is gone then, which is heard of anyway. */
function send(child: ChildProcess, task: WorkshopTask): void {
	child.send(task, () => undefined);
}

function outcomeOf({ photo, fault, trouble }: WorkshopAnswer): PreparedPhoto | PictureFault {
	if (photo) return photo;
	if (fault) return new PictureFault(fault);
	throw Object.assign(new Error(trouble?.message), { code: trouble?.code });
}
