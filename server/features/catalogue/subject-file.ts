import { CsvError, parse } from 'csv-parse/sync';
import * as z from 'zod/mini';
import { CATALOGUE_ERRORS } from '#contract/catalogue/errors.ts';
import { CATALOGUE_LIST_LIMITS, SUBJECT_COLUMNS } from '#contract/catalogue/facts.ts';
import { subjectFaults } from '#contract/catalogue/list-rules.ts';
import { subjectInput } from '#contract/catalogue/list-schemas.ts';
import type { Branch, Subject } from '#contract/catalogue/schemas.ts';
import { type DeclaredError, declaredErrorOf } from '#contract/core/errors.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { SubjectLists } from './subject-list.ts';

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
