import type { Db } from '#server/db/client.ts';
import { branches, subjects } from '#server/db/schema/catalogue.ts';

interface DemoBranch {
	code: string;
	name: string;
	/** Names by codes; the first digit of a code is the semester. */
	subjects: Readonly<Record<string, string>>;
}

/** Four courses of study, as an engineering college has them. */
const BRANCHES: readonly DemoBranch[] = [
	{
		code: 'CSE',
		name: 'Computer Science and Engineering',
		subjects: {
			CS101: 'Engineering Mathematics I',
			CS102: 'Programming in C and Python',
			CS103: 'Communication Skills',
			CS201: 'Engineering Mathematics II',
			CS202: 'Object-Oriented Programming',
			CS301: 'Data Structures and Algorithms',
			CS302: 'Digital Logic Design',
			CS303: 'Discrete Mathematics',
			CS401: 'Design and Analysis of Algorithms',
			CS402: 'Operating Systems',
			CS403: 'Database Management Systems',
			CS501: 'Computer Networks',
			CS502: 'Theory of Computation',
			CS601: 'Compiler Design',
			CS602: 'Machine Learning',
			CS701: 'Aptitude and Placement',
			CS801: 'Distributed Systems',
		},
	},
	{
		code: 'ECE',
		name: 'Electronics and Communication Engineering',
		subjects: {
			EC101: 'Engineering Mathematics I',
			EC102: 'Basic Electrical Engineering',
			EC103: 'Engineering Physics',
			EC201: 'Network Theory',
			EC301: 'Electronic Devices and Circuits',
			EC302: 'Digital Electronics',
			EC303: 'Electronic Measurements',
			EC401: 'Signals and Systems',
			EC402: 'Electrical Machines',
			EC501: 'Analog Communication',
			EC502: 'Control Systems',
			EC601: 'Digital Signal Processing',
			EC602: 'Microwave Engineering',
			EC701: 'VLSI Design',
			EC801: 'Wireless Communication',
		},
	},
	{
		code: 'ME',
		name: 'Mechanical Engineering',
		subjects: {
			ME101: 'Engineering Mathematics I',
			ME102: 'Engineering Drawing',
			ME103: 'Basic Electrical Engineering',
			ME104: 'Engineering Mechanics',
			ME201: 'Workshop Technology',
			ME301: 'Engineering Thermodynamics',
			ME302: 'Strength of Materials',
			ME401: 'Theory of Machines',
			ME402: 'Fluid Mechanics',
			ME501: 'Heat Transfer',
			ME502: 'Machine Design',
			ME601: 'Manufacturing Processes',
			ME701: 'Refrigeration and Air Conditioning',
			ME801: 'Automobile Engineering',
		},
	},
	{
		code: 'CE',
		name: 'Civil Engineering',
		subjects: {
			CE101: 'Engineering Mathematics I',
			CE102: 'Engineering Drawing',
			CE103: 'Engineering Mechanics',
			CE104: 'Engineering Chemistry',
			CE201: 'Building Materials',
			CE301: 'Surveying',
			CE302: 'Fluid Mechanics',
			CE401: 'Soil Mechanics',
			CE402: 'Concrete Technology',
			CE501: 'Structural Analysis',
			CE601: 'Transportation Engineering',
			CE701: 'Estimation and Costing',
			CE801: 'Construction Management',
		},
	},
];

/** Inserts branches and subjects of the demo's college. An installation without the demo starts without any. */
export async function insertDemoCourses(tx: Db): Promise<void> {
	await tx
		.insert(branches)
		.values(BRANCHES.map(({ code, name }, position) => ({ code, name, position })));
	const rows = BRANCHES.flatMap((branch) =>
		Object.entries(branch.subjects).map(([code, name]) => ({
			code,
			name,
			branchCode: branch.code,
			semester: Number(/\d/.exec(code)),
		})),
	);
	await tx.insert(subjects).values(rows.map((row, position) => ({ ...row, position })));
}
