import { CsvError, parse } from 'csv-parse/sync';
import * as z from 'zod/mini';
import { CATALOGUE_ERRORS } from '#contract/catalogue/errors.ts';
import { CATALOGUE_LIST_LIMITS, SUBJECT_COLUMNS } from '#contract/catalogue/facts.ts';
import { subjectFaults } from '#contract/catalogue/list-rules.ts';
import { type BranchInput, subjectInput } from '#contract/catalogue/list-schemas.ts';
import type { Branch, Subject } from '#contract/catalogue/schemas.ts';
import { type DeclaredError, declaredErrorOf } from '#contract/core/errors.ts';
import type { Db } from '#server/db/client.ts';
import { conflictIfInUse } from '#server/db/errors.ts';
import { AppError } from '#server/lib/app-error.ts';
import {
	deleteBranch,
	deleteSubjects,
	listUsedSubjects,
	lockForDeletion,
	renameBranch,
	saveBranches,
	saveSubjects,
} from './queries.ts';
import { compareLists, describeListChanges, joinParts, requireNoFaults } from './rules.ts';

export interface SubjectLists {
	branches: readonly Branch[];
	subjects: readonly Subject[];
}

interface SentSubjectLists extends SubjectLists {
	branches: readonly BranchInput[];
}

/**
 * Replaces branches and subjects in a transaction that has locked their list.
 * @returns what was changed, for the audit log; '' for nothing
 * @throws AppError invalid for a broken rule; conflict for a removed subject or branch that is in use, and for a branch
 * whose new code is the stored code of another branch
 */
export async function replaceSubjects(
	tx: Db,
	stored: SubjectLists,
	sent: SentSubjectLists,
): Promise<string> {
	requireNoFaults(subjectFaults(sent));
	const codeOf = ({ code }: { code: string }) => code;
	const newCodes = newCodesOf(stored, sent);
	const renamed = withNewCodes(stored, newCodes);
	const branches = sent.branches.map(({ code, name }) => ({ code, name }));
	const subjects = withStoredCodes(stored.subjects, sent.subjects);
	const branchChanges = compareLists(renamed.branches, branches, codeOf);
	const subjectChanges = compareLists(renamed.subjects, subjects, codeOf);
	const details = joinParts([
		...[...newCodes].map(([former, code]) => `renamed branch “${former}” to “${code}”`),
		describeListChanges(branchChanges, { nameOf: codeOf, noun: 'branches' }),
		describeListChanges(subjectChanges, { nameOf: codeOf }),
	]);
	if (details === '') return details;

	for (const [former, code] of newCodes) await renameBranch(tx, former, code);
	const removedCodes = subjectChanges.removed.map(codeOf);
	await lockForDeletion(tx, removedCodes);
	const usedCodes = await listUsedSubjects(tx, removedCodes);
	if (usedCodes.length > 0) {
		throw new AppError('conflict', CATALOGUE_ERRORS.subjectInUse(...usedCodes));
	}
	await deleteSubjects(tx, removedCodes);
	await saveBranches(tx, branches.map(withPosition));
	await saveSubjects(tx, subjects.map(withPosition));
	for (const { code } of branchChanges.removed) {
		await deleteBranch(tx, code).catch(conflictIfInUse(CATALOGUE_ERRORS.branchInUse(code)));
	}
	return details;
}

/**
 * Keeps the stored spelling of a code if the sent one differs only in case: items, wanted posts and saved searches use
 * the stored spelling.
 */
function withStoredCodes(stored: readonly Subject[], sent: readonly Subject[]): Subject[] {
	const storedCodes = new Map(stored.map(({ code }) => [code.toUpperCase(), code]));
	return sent.map((subject) => ({
		...subject,
		code: storedCodes.get(subject.code.toUpperCase()) ?? subject.code,
	}));
}

/**
 * The new codes of renamed branches, by their former codes.
 * @throws AppError conflict when a branch gets the stored code of another branch
 */
function newCodesOf(stored: SubjectLists, sent: SentSubjectLists): Map<string, string> {
	const storedCodes = new Set(stored.branches.map(({ code }) => code));
	const sentCodes = new Set(sent.branches.map(({ code }) => code));
	const taken = sent.branches.find(
		({ code, formerCode = code }) =>
			formerCode !== code && storedCodes.has(formerCode) && storedCodes.has(code),
	);
	// After such a rename, the students of the other branch would be students of the renamed one.
	if (taken) throw new AppError('conflict', CATALOGUE_ERRORS.branchCodeStored(taken.code));
	const isRename = ({ code, formerCode = code }: BranchInput) =>
		storedCodes.has(formerCode) && !sentCodes.has(formerCode);
	return new Map(
		sent.branches.filter(isRename).map(({ code, formerCode = code }) => [formerCode, code]),
	);
}

/** The lists after the branches have got their new codes. */
function withNewCodes(lists: SubjectLists, newCodes: ReadonlyMap<string, string>): SubjectLists {
	const latest = (code: string) => newCodes.get(code) ?? code;
	return {
		branches: lists.branches.map((one) => ({ ...one, code: latest(one.code) })),
		subjects: lists.subjects.map((one) => ({ ...one, branch: latest(one.branch) })),
	};
}

const withPosition = <Row>(row: Row, position: number) => ({ ...row, position });

/** A subject of a file with the number of the line where it ends, counted from 1. */
interface SubjectLine {
	line: number;
	subject: Subject;
}

interface ParsedLine {
	line: number;
	values: string[];
}

/** Spreadsheets export CSV files with the list separator of the user's locale. */
const SEPARATORS = [',', ';', '\t'];
/** The apostrophe that a CSV export puts before values that a spreadsheet would run as a formula. */
const FORMULA_ESCAPE = /^'(?=[=+\-@\t\r＝＋－＠])/;
/** The character with which a decoder replaces bytes that are not UTF-8. */
const UNREADABLE = '\u{FFFD}';

/**
 * Reads a CSV file (RFC 4180) with the columns code, name, branch and semester, in any order. Values may be separated
 * by commas, semicolons or tabs. Skips lines and columns without any value.
 * @throws AppError invalid with `line` for the first faulty line; invalid without `line` for too many subjects or none
 */
export function parseSubjectFile(csv: string): SubjectLine[] {
	const unreadable = csv.split('\n').findIndex((line) => line.includes(UNREADABLE));
	if (unreadable >= 0) throw faultOfLine(unreadable + 1, CATALOGUE_ERRORS.fileEncoding);
	const [header, ...lines] = withoutEmptyColumns(parseLines(csv));
	const columns = requireColumns(header);
	if (lines.length === 0) throw new AppError('invalid', CATALOGUE_ERRORS.fileEmpty);
	if (lines.length > CATALOGUE_LIST_LIMITS.subjectsMax) {
		throw new AppError('invalid', CATALOGUE_ERRORS.subjects);
	}
	return lines.map(({ line, values }) => ({ line, subject: parseSubject(columns, line, values) }));
}

/**
 * Builds the lists from the file: its subjects, and the stored branches followed by the new ones.
 * @throws AppError invalid with `line` for a duplicate code; invalid for too many branches
 */
export function subjectsOfFile(
	lines: readonly SubjectLine[],
	storedBranches: readonly Branch[],
): SubjectLists {
	const branches = new Map(storedBranches.map((branch) => [branch.code.toUpperCase(), branch]));
	const subjects = lines.map(({ subject }) => {
		const { branch: code } = subject;
		const branch = branches.get(code.toUpperCase()) ?? { code, name: code };
		branches.set(code.toUpperCase(), branch);
		return { ...subject, branch: branch.code };
	});
	const lists = { branches: [...branches.values()], subjects };
	if (lists.branches.length > CATALOGUE_LIST_LIMITS.branchesMax) {
		throw new AppError('invalid', CATALOGUE_ERRORS.branches);
	}
	// Each branch is in the list once, and each subject has one of them: only codes of subjects can be at fault.
	const [fault] = subjectFaults(lists);
	if (fault) {
		const [, index = ''] = fault.path.split('.');
		throw faultOfLine(lines[Number(index)]?.line ?? 1, fault.error);
	}
	return lists;
}

function parseLines(csv: string): ParsedLine[] {
	const firstLine = csv.split(/\r|\n/, 1)[0] ?? '';
	const delimiter = SEPARATORS.find((separator) => firstLine.includes(separator)) ?? ',';
	try {
		const records = parse(csv, {
			bom: true,
			delimiter,
			trim: true,
			info: true,
			relax_column_count: true,
			skip_empty_lines: true,
			skip_records_with_empty_values: true,
		}) as unknown as { info: { lines: number }; record: string[] }[];
		return records.map(({ info, record }) => ({ line: info.lines, values: record }));
	} catch (error) {
		if (!(error instanceof CsvError)) throw error;
		const { lines = 1 } = error as { lines?: number };
		throw faultOfLine(lines, CATALOGUE_ERRORS.fileQuotes);
	}
}

/** Removes columns that are empty in every line; spreadsheets export such columns. */
function withoutEmptyColumns(lines: readonly ParsedLine[]): ParsedLine[] {
	const used = new Set(
		lines.flatMap(({ values }) => values.flatMap((value, index) => (value === '' ? [] : [index]))),
	);
	return lines.map(({ line, values }) => ({
		line,
		values: values.filter((_, index) => used.has(index)),
	}));
}

/** @returns the columns in the order of the file */
function requireColumns(header: ParsedLine | undefined): string[] {
	const columns = (header?.values ?? []).map((title) => title.toLowerCase());
	const isComplete = columns.toSorted().join() === [...SUBJECT_COLUMNS].sort().join();
	if (!isComplete) throw faultOfLine(header?.line ?? 1, CATALOGUE_ERRORS.fileHeader);
	return columns;
}

function parseSubject(
	columns: readonly string[],
	line: number,
	values: readonly string[],
): Subject {
	if (values.length !== columns.length) throw faultOfLine(line, CATALOGUE_ERRORS.fileColumns);
	const texts = Object.fromEntries(
		columns.map((column, index) => [column, (values[index] ?? '').replace(FORMULA_ESCAPE, '')]),
	);
	const { semester = '' } = texts;
	const number = /^\d{1,2}$/.test(semester) ? Number(semester) : Number.NaN;
	const parsed = z.safeParse(subjectInput, { ...texts, semester: number });
	if (parsed.success) return parsed.data;
	throw faultOfLine(line, declaredErrorOf(parsed.error.issues[0]?.message ?? ''));
}

function faultOfLine(line: number, error: DeclaredError): AppError {
	return new AppError('invalid', error, undefined, { line });
}
