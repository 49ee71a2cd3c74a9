import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#server/db/client.ts';
import { reasonOf } from '#server/db/errors.ts';
import type { Catalogue } from '#server/features/catalogue/catalogue.ts';
import type { SearchVocabulary } from '#server/features/catalogue/queries.ts';
import { findCatalogue } from '#server/features/catalogue/queries.ts';
import { compileWords } from '#server/features/items/matching/queries.ts';
import type { AddTask } from '#server/jobs/tasks.ts';
import { findWordFrequencies, lockOutdated, setCompiled } from './anchor-queries.ts';
import { anchorsOf } from './anchors.ts';
import { fingerprintOf } from './rules.ts';
import { compileSearchesTask } from './tasks.ts';

const BATCH_SIZE = 200;
/** Batches of one task; a further task continues, so that none exceeds its time limit. */
const BATCHES_MAX = 20;

interface CompileDeps {
	db: Db;
	addTask: AddTask;
}

/** Compiles again the words of all saved searches that were compiled with other search words or subject codes. */
export async function compileOutdated({ db, addTask }: CompileDeps): Promise<void> {
	const vocabulary = await findCatalogue(db);
	for (let batch = 0; batch < BATCHES_MAX; batch += 1) {
		if ((await compileBatch(db, vocabulary)) < BATCH_SIZE) return;
	}
	await addTask(db, compileSearchesTask, {});
}

function compileBatch(db: Db, vocabulary: SearchVocabulary): Promise<number> {
	const compiledWith = fingerprintOf(vocabulary);
	return db.transaction(async (tx) => {
		const outdated = await lockOutdated(tx, compiledWith, BATCH_SIZE);
		if (outdated.length === 0) return 0;
		const texts = outdated.map(({ words }) => words);
		const compiled = await compileWords(tx, texts, vocabulary);
		const frequencyOf = await findWordFrequencies(tx);
		const changed = outdated.map((search, index) => {
			const wordQuery = compiled[index] ?? '';
			const anchors = anchorsOf({ ...search, wordQuery }, frequencyOf);
			return { searchId: search.id, wordQuery, anchors };
		});
		await setCompiled(tx, compiledWith, changed);
		return outdated.length;
	});
}

/**
 * Adds a task that compiles saved searches again whenever administrators change the search words or the codes of
 * subjects.
 */
export function recompileOnChange(
	catalogue: Catalogue,
	{ db, addTask, log }: CompileDeps & { log: FastifyBaseLogger },
): void {
	let knownFingerprint = fingerprintOf(catalogue.current());
	catalogue.onChange((lists) => {
		const latestFingerprint = fingerprintOf(lists);
		if (latestFingerprint === knownFingerprint) return;
		knownFingerprint = latestFingerprint;
		// If adding the task fails, the nightly job `compile-old-searches` (jobs.ts) compiles the searches.
		addTask(db, compileSearchesTask, {}).catch((error: unknown) =>
			log.warn({ reason: reasonOf(error) }, 'saved searches are compiled again at night'),
		);
	});
}
