/** Every page of the product. The router mounts these; the server answers anything else with status 404. */
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

/** Where a failed third-party sign-in lands (spec 1 §2, "Auth completion"). */
export const SIGNUP_AFTER_FAILURE = `${PAGES.signup}?error=auth_failed`;

/** Where it lands for whom the provider knows, and the market has suspended: they would try again for ever. */
export const LOGIN_WHEN_SUSPENDED = `${PAGES.login}?error=suspended`;
