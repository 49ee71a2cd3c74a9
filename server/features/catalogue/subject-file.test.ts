import { expect, test } from 'vitest';
import { CATALOGUE_ERRORS } from '#contract/catalogue/errors.ts';
import { CATALOGUE_LIST_LIMITS } from '#contract/catalogue/facts.ts';
import { AppError } from '#server/lib/app-error.ts';
import { parseSubjectFile, subjectsOfFile } from './subject-list.ts';

const HEADER = 'code,name,branch,semester';
const DATA = { code: 'CS-301', name: 'Data structures', branch: 'CSE', semester: 3 };

/** The kind, code and line number of a file's refusal; undefined for an accepted file. */
function refusal(csv: string) {
	try {
		subjectsOfFile(parseSubjectFile(csv), []);
		return undefined;
	} catch (error) {
		if (!(error instanceof AppError)) throw error;
		return { kind: error.kind, code: error.code, line: error.details?.line };
	}
}

const manyLines = (count: number) =>
	Array.from({ length: count }, (_, index) => `S${index},Subject,CSE,1`).join('\n');

test('a file of subjects is read with any separators, line ends, quotation marks, order of columns and empty columns', () => {
	const csvs = [
		`${HEADER}\nCS-301,Data structures,CSE,3\n`,
		`\uFEFF${HEADER}\r\nCS-301,Data structures,CSE,3\r\n`,
		`"code","name","branch","semester"\n"CS-301","Data structures","CSE","3"`,
		'code;name;branch;semester\nCS-301;Data structures;CSE;3',
		'code\tname\tbranch\tsemester\nCS-301\tData structures\tCSE\t3',
		'Semester,Code,Branch,Name\n3,CS-301,CSE,Data structures',
		`${HEADER},,\nCS-301,Data structures,CSE,3,,\n`,
		',code,name,,branch,semester\n,CS-301,Data structures,,CSE,3,,',
		`${HEADER},,\nCS-301,Data structures,CSE,3`,
		`${HEADER}\n\n CS-301 , Data  structures ,CSE, 3 \n,,,\n\n`,
	];

	for (const csv of csvs)
		expect(
			parseSubjectFile(csv).map(({ subject }) => subject),
			csv,
		).toEqual([DATA]);
});

test('values in a file of subjects keep commas and quotation marks, and lose the apostrophe that an export puts before a formula', () => {
	const csv = `${HEADER}\n'-AB,"Signals, ""and"" systems",ECE,4\nMA-1,'=Maths,ECE,1`;

	expect(parseSubjectFile(csv)).toEqual([
		{
			line: 2,
			subject: { code: '-AB', name: 'Signals, "and" systems', branch: 'ECE', semester: 4 },
		},
		{ line: 3, subject: { code: 'MA-1', name: '=Maths', branch: 'ECE', semester: 1 } },
	]);
});

test('a faulty file of subjects is refused with the line number', () => {
	const { fileHeader, fileColumns, fileQuotes, fileEncoding, code } = CATALOGUE_ERRORS;
	const { subjectName, subjectBranch, subjectSemester, subjectTaken } = CATALOGUE_ERRORS;
	for (const [csv, line, error] of [
		['CS-301,Data structures,CSE,3', 1, fileHeader],
		['code,name,branch\nCS-301,Data,CSE', 1, fileHeader],
		['', 1, fileHeader],
		[`${HEADER},,\nA1,A,CSE,1,,x`, 1, fileHeader],
		[`${HEADER},note\nA1,A,CSE,1,`, 1, fileHeader],
		[`${HEADER}\nA1,A,CSE,1\nA2,B,C,CSE,1`, 3, fileColumns],
		[`${HEADER}\nA1,A,CSE,1\nA 2,B,CSE,1`, 3, code],
		[`${HEADER}\nA1,,CSE,1`, 2, subjectName],
		[`${HEADER}\nA1,A,,1`, 2, subjectBranch],
		[`${HEADER}\nA1,A,CSE,11`, 2, subjectSemester],
		[`${HEADER}\nA1,A,CSE,`, 2, subjectSemester],
		[`${HEADER}\nA1,"A"b,CSE,1`, 2, fileQuotes],
		[`${HEADER}\nA1,Caf\uFFFD,CSE,1`, 2, fileEncoding],
		[`${HEADER}\nA1,A,CSE,1\n\nA2,B,CSE,1\na1,C,CSE,1`, 5, subjectTaken('a1')],
	] as const)
		expect(refusal(csv), csv).toEqual({ kind: 'invalid', code: error.code, line });
});

test('a file of 5,000 subjects is accepted, and a file of more subjects or of none is refused', () => {
	const { subjectsMax } = CATALOGUE_LIST_LIMITS;

	expect(refusal(`${HEADER}\n${manyLines(subjectsMax)}`)).toBeUndefined();
	expect(refusal(`${HEADER}\n${manyLines(subjectsMax + 1)}`)).toEqual({
		kind: 'invalid',
		line: undefined,
		code: CATALOGUE_ERRORS.subjects.code,
	});
	expect(CATALOGUE_ERRORS.subjects.message).toContain('5,000');
	expect(refusal(`${HEADER}\n`)?.code).toBe(CATALOGUE_ERRORS.fileEmpty.code);
});

test('a new branch in a file of subjects gets its code as its name, and a known branch keeps its spelling', () => {
	const lines = parseSubjectFile(`${HEADER}\nA1,A,cse,1\nB1,B,MED,2\nB2,C,med,3`);
	const stored = [
		{ code: 'CSE', name: 'Computer science' },
		{ code: 'ARCH', name: 'Architecture' },
	];

	const { branches, subjects } = subjectsOfFile(lines, stored);

	expect(branches).toEqual([...stored, { code: 'MED', name: 'MED' }]);
	expect(subjects.map(({ branch }) => branch)).toEqual(['CSE', 'MED', 'MED']);
});
