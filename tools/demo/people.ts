/** The keys by which the demo data refers to its students. */
export type DemoStudentKey =
	| 'ananya'
	| 'rohit'
	| 'fatima'
	| 'harpreet'
	| 'debjani'
	| 'karthik'
	| 'lalrin'
	| 'joel'
	| 'nidhi'
	| 'bhavesh'
	| 'tenzin'
	| 'swati';

interface DemoStudent {
	key: DemoStudentKey;
	userName: string;
	email: string;
	/** E.164. */
	phone?: string;
	verified: boolean;
	joinedDaysAgo: number;
}

interface DemoAdmin {
	username: string;
	email: string;
	roleLevel: 'super_admin' | 'admin';
}

/** The demo's students in the order in which they joined, so that ids grow with time. */
export const DEMO_STUDENTS: readonly DemoStudent[] = [
	{
		key: 'debjani',
		userName: 'Debjani Sen',
		email: 'debjani.sen@campus.example',
		verified: true,
		joinedDaysAgo: 1120,
	},
	{
		key: 'rohit',
		userName: 'Rohit Deshmukh',
		email: 'rohit.deshmukh@campus.example',
		verified: true,
		joinedDaysAgo: 1104,
	},
	{
		key: 'joel',
		userName: 'Joel D’Souza',
		email: 'joel.dsouza@campus.example',
		phone: '+919000000108',
		verified: true,
		joinedDaysAgo: 836,
	},
	{
		key: 'ananya',
		userName: 'Ananya Krishnan',
		email: 'ananya.krishnan@campus.example',
		phone: '+919000000101',
		verified: true,
		joinedDaysAgo: 812,
	},
	{
		key: 'tenzin',
		userName: 'Tenzin Dorjee',
		email: 'tenzin.dorjee@campus.example',
		verified: true,
		joinedDaysAgo: 805,
	},
	{
		key: 'harpreet',
		userName: 'Harpreet Singh Gill',
		email: 'harpreet.gill@campus.example',
		verified: true,
		joinedDaysAgo: 790,
	},
	{
		key: 'karthik',
		userName: 'Karthik Reddy',
		email: 'karthik.reddy@campus.example',
		phone: '+919000000106',
		verified: true,
		joinedDaysAgo: 463,
	},
	{
		key: 'nidhi',
		userName: 'Nidhi Agarwal',
		email: 'nidhi.agarwal@campus.example',
		verified: true,
		joinedDaysAgo: 455,
	},
	{
		key: 'fatima',
		userName: 'Fatima Sheikh',
		email: 'fatima.sheikh@campus.example',
		phone: '+919000000103',
		verified: true,
		joinedDaysAgo: 447,
	},
	{
		key: 'bhavesh',
		userName: 'Bhavesh Patel',
		email: 'bhavesh.patel@campus.example',
		verified: false,
		joinedDaysAgo: 118,
	},
	{
		key: 'lalrin',
		userName: 'Lalrinpuii Ralte',
		email: 'lalrinpuii.ralte@campus.example',
		verified: false,
		joinedDaysAgo: 102,
	},
	{
		key: 'swati',
		userName: 'Swati Mohanty',
		email: 'swati.mohanty@campus.example',
		phone: '+919000000112',
		verified: false,
		joinedDaysAgo: 96,
	},
];

/** The demo's administrators. */
export const DEMO_ADMINS: readonly DemoAdmin[] = [
	{ username: 'Sunita Rao', email: 'sunita.rao@campus.example', roleLevel: 'super_admin' },
	{ username: 'Imran Qureshi', email: 'imran.qureshi@campus.example', roleLevel: 'admin' },
];
