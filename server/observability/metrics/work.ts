import { Counter, Histogram, type Registry } from 'prom-client';
import { asRefusal } from '#server/db/errors.ts';
import { hearHappenings, type SeenWork, works } from '#server/observability/channels.ts';

const QUICK_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];
const SLOW_SECONDS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
const BATCH_SIZES = [1, 2, 5, 10, 25, 50, 100, 250, 500];
/** Of pino's numbers, those that mean something to whoever is on watch. */
const LEVELS: Record<number, string> = { 30: 'info', 40: 'warn', 50: 'error', 60: 'fatal' };

/** Counts and times the market's own work, what it refuses for being too much, and the lines of its log. */
export function watchWorks(registry: Registry): () => void {
	const registers = [registry];
	const kept = workMetrics(registry);
	const refusals = new Counter({
		name: 'passdown_crowding_refusals_total',
		help: 'What was refused because there was too much of it, by limit or lane.',
		labelNames: ['by'],
		registers,
	});
	const lines = new Counter({
		name: 'passdown_log_lines_total',
		help: 'Lines of the log, by level; one of level error wants somebody to look.',
		labelNames: ['level'],
		registers,
	});
	for (const level of Object.values(LEVELS)) lines.inc({ level }, 0);
	const begun = new WeakMap<SeenWork, number>();
	const subscriber = {
		start: (work: SeenWork) => void begun.set(work, performance.now()),
		asyncEnd(work: SeenWork) {
			const seconds = (performance.now() - (begun.get(work) ?? performance.now())) / 1000;
			kept[work.kind](work, seconds, outcomeOf(work));
		},
	};
	works.subscribe(subscriber);
	const hearNoMore = hearHappenings({
		crowding: (by) => refusals.inc({ by }),
		logLine: (level) => lines.inc({ level: LEVELS[level] ?? 'other' }),
	});
	return () => {
		works.unsubscribe(subscriber);
		hearNoMore();
	};
}

type Note = (work: SeenWork, seconds: number, outcome: string) => void;

function workMetrics(registry: Registry): Record<SeenWork['kind'], Note> {
	const registers = [registry];
	const times = (name: string, help: string, buckets: number[], label?: string) =>
		new Histogram({
			name: `passdown_${name}_duration_seconds`,
			help,
			labelNames: [...(label ? [label] : []), 'outcome'],
			buckets,
			registers,
		});
	const jobs = times('job', 'Background work by name, and how long it took.', SLOW_SECONDS, 'job');
	const events = times('live_event', 'Events of sockets by name.', QUICK_SECONDS, 'event');
	const mails = times('mail', 'Mails handed over, or not.', SLOW_SECONDS);
	const photos = times('photo', 'Photos made ready to be shown.', SLOW_SECONDS);
	const flushes = times('messages_flush', 'Commits of chat messages.', QUICK_SECONDS);
	const sizes = new Histogram({
		name: 'passdown_messages_flush_size',
		help: 'Chat messages that shared a commit.',
		buckets: BATCH_SIZES,
		registers,
	});
	// So that the first of them is seen as one more, too.
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

function outcomeOf({ error }: SeenWork): 'done' | 'refused' | 'failed' {
	if (error === undefined) return 'done';
	return asRefusal(error) ? 'refused' : 'failed';
}
