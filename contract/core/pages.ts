/** Paths of all pages. The router mounts them; the server replies with 404 to any other path. */
export const PAGES = {
	home: '/',
	login: '/login',
	signup: '/signup',
	authSuccess: '/auth/success',
	item: '/item/:id',
	category: '/category/:category',
	post: '/post',
	updateItem: '/update-item/:itemId',
	profile: '/profile',
	account: '/account',
	forgotPassword: '/forgot-password',
	resetPassword: '/reset-password',
	confirmEmail: '/confirm-email',
	person: '/people/:id',
	chat: '/chat/:first/:second',
	chats: '/chats',
	availableBuyers: '/availableBuyers/:itemId',
	myReports: '/my-reports',
	notifications: '/notifications',
	unsubscribe: '/unsubscribe',
	about: '/about',
	feedback: '/feedback',
	rules: '/rules',
	privacy: '/privacy',
	maintenance: '/maintenance',
} as const;

/** Redirect target of a failed third-party sign-in (spec 1 §2, "Auth completion"). */
export const SIGNUP_AFTER_FAILURE = `${PAGES.signup}?error=auth_failed`;

/** Redirect target of a third-party sign-in by a suspended user, who has to learn that trying again does not help. */
export const LOGIN_WHEN_SUSPENDED = `${PAGES.login}?error=suspended`;
