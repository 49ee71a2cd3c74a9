import type { PageName } from '#contract/core/pages.ts';
import type { PageModule } from '#web/lib/page-module.ts';

interface PageRoute<Name extends PageName> {
	/** Imports the page's module on demand. */
	load: () => Promise<PageModule<Name>>;
	/** Keeps the page when the session ends, so that typed text is not lost; submitting then shows an error. */
	isKeptWithoutSession?: boolean;
}

/** The module of each page in the contract's table of pages. */
export const ROUTES: { readonly [Name in PageName]: PageRoute<Name> } = {
	home: { load: () => import('#web/features/home/home-page.tsx') },
	category: { load: () => import('#web/features/items/listing/category-page.tsx') },
	item: { load: () => import('#web/features/items/page/item-page.tsx') },
	person: { load: () => import('#web/features/accounts/person/person-page.tsx') },
	wanted: { load: () => import('#web/features/wanted/wanted-page.tsx') },
	wantedPost: { load: () => import('#web/features/wanted/wanted-post-page.tsx') },
	about: { load: () => import('#web/features/about/about-page.tsx') },
	feedback: { load: () => import('#web/features/feedback/feedback-page.tsx') },
	rules: { load: () => import('#web/features/about/rules-page.tsx') },
	privacy: { load: () => import('#web/features/about/privacy-page.tsx') },
	login: { load: () => import('#web/features/auth/login-page.tsx') },
	signup: { load: () => import('#web/features/auth/signup-page.tsx') },
	authSuccess: { load: () => import('#web/features/auth/auth-success-page.tsx') },
	forgotPassword: { load: () => import('#web/features/auth/forgot-password-page.tsx') },
	resetPassword: { load: () => import('#web/features/auth/reset-password-page.tsx') },
	confirmEmail: { load: () => import('#web/features/accounts/confirm-email-page.tsx') },
	unsubscribe: { load: () => import('#web/features/accounts/unsubscribe-page.tsx') },
	maintenance: { load: () => import('#web/features/maintenance/maintenance-page.tsx') },
	profile: { load: () => import('#web/features/accounts/profile/profile-page.tsx') },
	account: { load: () => import('#web/features/accounts/account-page.tsx') },
	post: {
		load: () => import('#web/features/items/form/post-page.tsx'),
		isKeptWithoutSession: true,
	},
	updateItem: {
		load: () => import('#web/features/items/form/update-item-page.tsx'),
		isKeptWithoutSession: true,
	},
	availableBuyers: { load: () => import('#web/features/items/buyers/available-buyers-page.tsx') },
	chat: { load: () => import('#web/features/chat/conversation/chat-page.tsx') },
	chats: { load: () => import('#web/features/chat/inbox/chats-page.tsx') },
	myDeals: { load: () => import('#web/features/deals/my-deals-page.tsx') },
	notifications: { load: () => import('#web/features/notifications/notifications-page.tsx') },
	searches: { load: () => import('#web/features/searches/searches-page.tsx') },
	saved: { load: () => import('#web/features/items/saved/saved-page.tsx') },
	myReports: { load: () => import('#web/features/reports/my-reports-page.tsx') },
};
