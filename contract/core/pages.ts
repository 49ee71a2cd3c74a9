/** A page of the market, as router, server and menus need it. */
export interface Page {
	path: string;
	/** `user`: only with a session. */
	access: 'anyone' | 'user';
	/** Whether search engines may list the page: in the sitemap, and without `X-Robots-Tag: noindex`. */
	index: boolean;
	/** The text of links to it, and of the browser's tab unless the page sets another. */
	label?: string;
}

/** All pages. The router mounts them; the server replies with 404 to any other path. */
export const PAGE_TABLE = {
	home: { path: '/', access: 'anyone', index: true, label: 'Home' },
	category: { path: '/category/:category', access: 'anyone', index: true, label: 'Browse' },
	item: { path: '/item/:id', access: 'anyone', index: true },
	person: { path: '/people/:id', access: 'anyone', index: false },
	wanted: { path: '/wanted', access: 'anyone', index: true, label: 'Wanted' },
	wantedPost: { path: '/wanted/:id', access: 'anyone', index: false },
	about: { path: '/about', access: 'anyone', index: true, label: 'About Us' },
	feedback: { path: '/feedback', access: 'anyone', index: true, label: 'Feedback' },
	rules: { path: '/rules', access: 'anyone', index: true, label: 'Rules' },
	privacy: { path: '/privacy', access: 'anyone', index: true, label: 'Privacy' },
	login: { path: '/login', access: 'anyone', index: false },
	signup: { path: '/signup', access: 'anyone', index: false },
	authSuccess: { path: '/auth/success', access: 'anyone', index: false },
	forgotPassword: { path: '/forgot-password', access: 'anyone', index: false },
	resetPassword: { path: '/reset-password', access: 'anyone', index: false },
	confirmEmail: { path: '/confirm-email', access: 'anyone', index: false },
	unsubscribe: { path: '/unsubscribe', access: 'anyone', index: false },
	maintenance: { path: '/maintenance', access: 'anyone', index: false },
	profile: { path: '/profile', access: 'user', index: false, label: 'My Profile' },
	account: { path: '/account', access: 'user', index: false, label: 'Account' },
	post: { path: '/post', access: 'user', index: false },
	updateItem: { path: '/update-item/:itemId', access: 'user', index: false },
	availableBuyers: { path: '/availableBuyers/:itemId', access: 'user', index: false },
	chat: { path: '/chat/:first/:second', access: 'user', index: false },
	chats: { path: '/chats', access: 'user', index: false, label: 'My Chats' },
	myDeals: { path: '/my-deals', access: 'user', index: false, label: 'My deals' },
	notifications: { path: '/notifications', access: 'user', index: false, label: 'Notifications' },
	searches: { path: '/searches', access: 'user', index: false, label: 'Saved searches' },
	saved: { path: '/saved', access: 'anyone', index: false, label: 'Saved items' },
	myReports: { path: '/my-reports', access: 'user', index: false, label: 'My Reports' },
} as const satisfies Record<string, Page>;

export type PageName = keyof typeof PAGE_TABLE;

/** The path of each page. */
export const PAGES = pathsOf(PAGE_TABLE);

/** Redirect target of a failed third-party sign-in. */
export const SIGNUP_AFTER_FAILURE = `${PAGES.signup}?error=auth_failed`;

/** Redirect target of a third-party sign-in by a suspended user, who has to learn that trying again does not help. */
export const LOGIN_WHEN_SUSPENDED = `${PAGES.login}?error=suspended`;

/** The paths of a table of pages, by name. */
export function pathsOf<Table extends Record<string, { path: string }>>(table: Table) {
	return Object.fromEntries(Object.entries(table).map(([name, { path }]) => [name, path])) as {
		readonly [Name in keyof Table]: Table[Name]['path'];
	};
}
