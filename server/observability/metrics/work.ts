import { Counter, Histogram, type Registry } from '@prometheus-io/client';
import { asAppError } from '#server/db/errors.ts';
import {
	subscribeToEvents,
	type TrackedWork,
	workChannel,
} from '#server/observability/channels.ts';

const QUICK_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];
const SLOW_SECONDS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
const BATCH_SIZES = [1, 2, 5, 10, 25, 50, 100, 250, 500];
/** The pino levels that operators care about. */
const LEVELS: Record<number, string> = { 30: 'info', 40: 'warn', 50: 'error', 60: 'fatal' };

/**
 * Counts and times background work, refusals because of overload, and log lines.
 * @returns stops counting
 */
export function watchWork(registry: Registry): () => void {
	const registers = [registry];
	const observers = workMetrics(registry);
	const rejections = new Counter({
		name: 'passdown_crowding_refusals_total',
		help: 'Requests refused because of overload, by limit or request class.',
		labelNames: ['by'],
		registers,
	});
	const logLines = new Counter({
		name: 'passdown_log_lines_total',
		help: 'Log lines by level; lines of level error need attention.',
		labelNames: ['level'],
		registers,
	});
	for (const level of Object.values(LEVELS)) logLines.inc({ level }, 0);
	const startedAt = new WeakMap<TrackedWork, number>();
	const subscriber = {
		start: (work: TrackedWork) => void startedAt.set(work, performance.now()),
		asyncEnd(work: TrackedWork) {
			const seconds = (performance.now() - (startedAt.get(work) ?? performance.now())) / 1000;
			observers[work.kind](work, seconds, outcomeOf(work));
		},
	};
	workChannel.subscribe(subscriber);
	const unsubscribe = subscribeToEvents((event) => {
		if ('overload' in event) rejections.inc({ by: event.overload });
		else logLines.inc({ level: LEVELS[event.logLevel] ?? 'other' });
	});
	return () => {
		workChannel.unsubscribe(subscriber);
		unsubscribe();
	};
}

type Observe = (work: TrackedWork, seconds: number, outcome: string) => void;

function workMetrics(registry: Registry): Record<TrackedWork['kind'], Observe> {
	const registers = [registry];
	const createHistogram = (name: string, help: string, buckets: number[], label?: string) =>
		new Histogram({
			name: `passdown_${name}_duration_seconds`,
			help,
			labelNames: [...(label ? [label] : []), 'outcome'],
			buckets,
			registers,
		});
	const jobs = createHistogram('job', 'Duration of background work by name.', SLOW_SECONDS, 'job');
	const events = createHistogram(
		'live_event',
		'Duration of socket events by name.',
		QUICK_SECONDS,
		'event',
	);
	const mails = createHistogram('mail', 'Duration of sending a mail.', SLOW_SECONDS);
	const photos = createHistogram('photo', 'Duration of processing a photo.', SLOW_SECONDS);
	const flushes = createHistogram(
		'messages_flush',
		'Duration of commits of chat messages.',
		QUICK_SECONDS,
	);
	const sizes = new Histogram({
		name: 'passdown_messages_flush_size',
		help: 'Number of chat messages per commit.',
		buckets: BATCH_SIZES,
		registers,
	});
	// Starts the series at 0, so that the first event shows as an increase.
	for (const outcome of ['done', 'refused', 'failed']) {
		for (const each of [mails, photos, flushes]) each.zero({ outcome });
	}
	return {
		job: ({ name }, seconds, outcome) => jobs.observe({ job: name, outcome }, seconds),
		'live event': ({ name }, seconds, outcome) => events.observe({ event: name, outcome }, seconds),
		mail: (_work, seconds, outcome) => mails.observe({ outcome }, seconds),
		photo: (_work, seconds, outcome) => photos.observe({ outcome }, seconds),
		messages({ count = 1 }, seconds, outcome) {
			flushes.observe({ outcome }, seconds);
			if (outcome === 'done') sizes.observe(count);
		},
	};
}

function outcomeOf({ error }: TrackedWork): 'done' | 'refused' | 'failed' {
	if (error === undefined) return 'done';
	return asAppError(error) ? 'refused' : 'failed';
}
