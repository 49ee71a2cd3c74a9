import { channel, tracingChannel } from 'node:diagnostics_channel';

/** A piece of work that those who watch the market want to know of: how long it took, and what came of it. */
export interface Work {
	kind: 'job' | 'live event' | 'mail' | 'messages' | 'photo';
	/** Which job, which event: one of a few that are known beforehand, and nothing of a person. */
	name: string;
	/** How many things it is about; one unless said. */
	count?: number;
}

/** Work as it is seen while it is done: what watches it may note things of its own there, and finds how it failed. */
export type SeenWork = Work & { error?: unknown };

/** Heard by metrics and traces where these are kept; telling costs next to nothing where nobody hears. */
export const works = tracingChannel<SeenWork, unknown>('passdown.work');
const crowdings = channel('passdown.crowding');
const logLines = channel('passdown.log');

/** Does a piece of work, seen by whoever watches. */
export function asWork<Result>(work: Work, run: () => Promise<Result>): Promise<Result> {
	return works.hasSubscribers ? works.tracePromise(run, { ...work }) : run();
}

/** Tells that something was refused because there is too much of it. @param by which limit or lane, one of a few */
export function tellOfCrowding(by: string): void {
	crowdings.publish(by);
}

/** Tells that a line of the log was written. @param level its number, as pino has it */
export function tellOfLogLine(level: number): void {
	logLines.publish(level);
}

/** What to do with everything that is told here besides work. */
export interface Hearers {
	crowding: (by: string) => void;
	logLine: (level: number) => void;
}

/** @returns how to hear no more */
export function hearHappenings({ crowding, logLine }: Hearers): () => void {
	const ofCrowding = (by: unknown) => crowding(String(by));
	const ofLine = (level: unknown) => logLine(Number(level));
	crowdings.subscribe(ofCrowding);
	logLines.subscribe(ofLine);
	return () => {
		crowdings.unsubscribe(ofCrowding);
		logLines.unsubscribe(ofLine);
	};
}
