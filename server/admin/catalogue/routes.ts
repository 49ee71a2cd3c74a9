import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import {
	changeCategoryList,
	changeSearchWords as changeSearchWordList,
	changeSpots as changeSpotList,
	changeSubjectList,
	changeTermStarts,
	exportSubjects,
	getCategoryList,
	getSearchWords,
	getSpots,
	getSubjectList,
	getTermStarts,
	importSubjects,
} from '#contract/admin/catalogue.ts';
import { CATALOGUE_ERRORS } from '#contract/catalogue/errors.ts';
import { CATALOGUE_LIST_LIMITS, SUBJECT_COLUMNS } from '#contract/catalogue/facts.ts';
import type { Subject } from '#contract/catalogue/schemas.ts';
import type { AdminDeps } from '#server/admin/kit/deps.ts';
import { type Column, generateCsv } from '#server/admin/kit/list.ts';
import { actorOf } from '#server/audit/log.ts';
import type { Db } from '#server/db/client.ts';
import {
	type CatalogueDeps,
	changeCategories,
	changeSearchWords,
	changeSpots,
	changeSubjects,
	changeTerms,
	importSubjectFile,
} from '#server/features/catalogue/moderation.ts';
import {
	findCategoryList,
	findInSnapshot,
	findSearchWordList,
	findSpotList,
	findSubjectList,
	findTermList,
} from '#server/features/catalogue/queries.ts';
import { storeCurrentSemesters } from '#server/features/studies/commands.ts';
import { route } from '#server/http/route.ts';
import type { UploadedFile } from '#server/http/uploads/multipart.ts';
import { AppError, invalidField } from '#server/lib/app-error.ts';

/** The columns of the CSV export of subjects. An import reads the same columns. */
const SUBJECT_FILE_COLUMNS: readonly Column<Subject>[] = SUBJECT_COLUMNS.map((title) => ({
	title,
	value: (subject) => subject[title],
}));

/**
 * Routes of the catalogue's lists, which administrators read and super administrators change. Reading them is not logged:
 * the lists have no personal data, and visitors see nearly all of them.
 */
export function adminCatalogueRoutes(app: FastifyInstance, deps: AdminDeps): void {
	const { backgroundDb, catalogue, adminChannel } = deps;
	readRoutes(app, deps);
	const { timeZone } = deps.config.site;
	changeRoutes(app, { db: backgroundDb, catalogue, adminChannel }, (tx) =>
		storeCurrentSemesters(tx, timeZone),
	);
}

function readRoutes(app: FastifyInstance, { db, config }: AdminDeps): void {
	route(app, getCategoryList, async () => ({ ...(await findInSnapshot(db, findCategoryList)) }));
	route(app, getSubjectList, async () => ({ ...(await findInSnapshot(db, findSubjectList)) }));
	route(app, getSearchWords, async () => ({ ...(await findInSnapshot(db, findSearchWordList)) }));
	route(app, getTermStarts, async () => ({ ...(await findInSnapshot(db, findTermList)) }));
	route(app, getSpots, async () => ({ ...(await findInSnapshot(db, findSpotList)) }));
	route(app, exportSubjects, async () => {
		const { subjects } = await findSubjectList(db);
		return generateCsv(SUBJECT_FILE_COLUMNS, inOneBatch(subjects), config.site.timeZone);
	});
}

/**
 * @param storeCurrentSemesters stores the current semester of each user. Called before the term starts change, because the
 * semester is computed from them
 */
function changeRoutes(
	app: FastifyInstance,
	deps: CatalogueDeps,
	storeCurrentSemesters: (tx: Db) => Promise<void>,
): void {
	route(app, changeCategoryList, async ({ body, request }) => {
		return { ...(await changeCategories(deps, actorOf(request), body)) };
	});
	route(app, changeSubjectList, async ({ body, request }) => {
		return { ...(await changeSubjects(deps, actorOf(request), body)) };
	});
	route(app, changeSearchWordList, async ({ body, request }) => {
		return { ...(await changeSearchWords(deps, actorOf(request), body)) };
	});
	route(app, changeTermStarts, async ({ body, request }) => {
		return {
			...(await changeTerms(deps, actorOf(request), body, storeCurrentSemesters)),
		};
	});
	route(app, changeSpotList, async ({ body, request }) => {
		return { ...(await changeSpots(deps, actorOf(request), body)) };
	});
	importRoute(app, deps);
}

/** Takes the file from a multipart form, or as a body of the type `text/csv`. */
function importRoute(app: FastifyInstance, deps: CatalogueDeps): void {
	app.register((scope, _options, done) => {
		scope.addContentTypeParser(
			'text/csv',
			{ parseAs: 'string', bodyLimit: CATALOGUE_LIST_LIMITS.bodyMaxBytes },
			async (_request: unknown, csv: unknown) => ({ csv }),
		);
		route(scope, importSubjects, async ({ query, body, files, request }) => {
			const csv = body.csv ?? (await readSubjectFile(files));
			return {
				...(await importSubjectFile(deps, actorOf(request), query.version, csv)),
			};
		});
		done();
	});
}

/** @throws AppError invalid without a file; too_large for a file larger than any list of subjects */
async function readSubjectFile([file]: readonly UploadedFile[]): Promise<string> {
	if (!file) throw invalidField('file', CATALOGUE_ERRORS.noFile);
	if (file.size > CATALOGUE_LIST_LIMITS.bodyMaxBytes) {
		throw new AppError('too_large', CATALOGUE_ERRORS.fileTooLarge);
	}
	return readFile(file.path, 'utf8');
}

async function* inOneBatch<Row>(rows: readonly Row[]): AsyncIterable<readonly Row[]> {
	yield rows;
}
