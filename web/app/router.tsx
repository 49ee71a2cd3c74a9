import { lazy } from 'react';
import { Route, Routes } from 'react-router';
import { PAGES } from '#contract/core/pages.ts';
import { lazyPage } from './navigation/lazy-page.tsx';
import { RequireSession } from './require-session.tsx';

const HomePage = lazyPage(PAGES.home, 'HomePage', () => import('#web/features/home/home-page.tsx'));
const CategoryPage = lazyPage(
	PAGES.category,
	'CategoryPage',
	() => import('#web/features/items/listing/category-page.tsx'),
);
const ItemPage = lazyPage(
	PAGES.item,
	'ItemPage',
	() => import('#web/features/items/page/item-page.tsx'),
);
const LoginPage = lazyPage(
	PAGES.login,
	'LoginPage',
	() => import('#web/features/auth/login-page.tsx'),
);
const SignupPage = lazyPage(
	PAGES.signup,
	'SignupPage',
	() => import('#web/features/auth/signup-page.tsx'),
);
const AuthSuccessPage = lazyPage(
	PAGES.authSuccess,
	'AuthSuccessPage',
	() => import('#web/features/auth/auth-success-page.tsx'),
);
const ProfilePage = lazyPage(
	PAGES.profile,
	'ProfilePage',
	() => import('#web/features/accounts/profile/profile-page.tsx'),
);
const PostPage = lazyPage(
	PAGES.post,
	'PostPage',
	() => import('#web/features/items/form/post-page.tsx'),
);
const UpdateItemPage = lazyPage(
	PAGES.updateItem,
	'UpdateItemPage',
	() => import('#web/features/items/form/update-item-page.tsx'),
);

const ForgotPasswordPage = lazyPage(
	PAGES.forgotPassword,
	'ForgotPasswordPage',
	() => import('#web/features/auth/forgot-password-page.tsx'),
);
const ResetPasswordPage = lazyPage(
	PAGES.resetPassword,
	'ResetPasswordPage',
	() => import('#web/features/auth/reset-password-page.tsx'),
);
const ConfirmEmailPage = lazyPage(
	PAGES.confirmEmail,
	'ConfirmEmailPage',
	() => import('#web/features/accounts/confirm-email-page.tsx'),
);
const PersonPage = lazyPage(
	PAGES.person,
	'PersonPage',
	() => import('#web/features/accounts/person/person-page.tsx'),
);
const AccountPage = lazyPage(
	PAGES.account,
	'AccountPage',
	() => import('#web/features/accounts/account-page.tsx'),
);
const ChatPage = lazyPage(
	PAGES.chat,
	'ChatPage',
	() => import('#web/features/chat/conversation/chat-page.tsx'),
);
const ChatsPage = lazyPage(
	PAGES.chats,
	'ChatsPage',
	() => import('#web/features/chat/inbox/chats-page.tsx'),
);
const AvailableBuyersPage = lazyPage(
	PAGES.availableBuyers,
	'AvailableBuyersPage',
	() => import('#web/features/items/buyers/available-buyers-page.tsx'),
);
const MyReportsPage = lazyPage(
	PAGES.myReports,
	'MyReportsPage',
	() => import('#web/features/reports/my-reports-page.tsx'),
);
const NotificationsPage = lazyPage(
	PAGES.notifications,
	'NotificationsPage',
	() => import('#web/features/notifications/notifications-page.tsx'),
);
const UnsubscribePage = lazyPage(
	PAGES.unsubscribe,
	'UnsubscribePage',
	() => import('#web/features/accounts/unsubscribe-page.tsx'),
);
const AboutPage = lazyPage(
	PAGES.about,
	'AboutPage',
	() => import('#web/features/about/about-page.tsx'),
);
const FeedbackPage = lazyPage(
	PAGES.feedback,
	'FeedbackPage',
	() => import('#web/features/feedback/feedback-page.tsx'),
);
const RulesPage = lazyPage(
	PAGES.rules,
	'RulesPage',
	() => import('#web/features/about/rules-page.tsx'),
);
const PrivacyPage = lazyPage(
	PAGES.privacy,
	'PrivacyPage',
	() => import('#web/features/about/privacy-page.tsx'),
);
const MaintenancePage = lazyPage(
	PAGES.maintenance,
	'MaintenancePage',
	() => import('#web/features/maintenance/maintenance-page.tsx'),
);

const NotFoundPage = lazy(async () => ({
	default: (await import('./shell/market-not-found-page.tsx')).MarketNotFoundPage,
}));

/** The routes of the app. Every page is loaded on demand. */
export function Router() {
	return (
		<Routes>
			<Route path={PAGES.home} element={<HomePage />} />
			<Route path={PAGES.category} element={<CategoryPage />} />
			<Route path={PAGES.item} element={<ItemPage />} />
			<Route path={PAGES.login} element={<LoginPage />} />
			<Route path={PAGES.signup} element={<SignupPage />} />
			<Route path={PAGES.authSuccess} element={<AuthSuccessPage />} />
			<Route path={PAGES.forgotPassword} element={<ForgotPasswordPage />} />
			<Route path={PAGES.resetPassword} element={<ResetPasswordPage />} />
			<Route path={PAGES.confirmEmail} element={<ConfirmEmailPage />} />
			<Route path={PAGES.person} element={<PersonPage />} />
			<Route path={PAGES.unsubscribe} element={<UnsubscribePage />} />
			<Route path={PAGES.about} element={<AboutPage />} />
			<Route path={PAGES.feedback} element={<FeedbackPage />} />
			<Route path={PAGES.rules} element={<RulesPage />} />
			<Route path={PAGES.privacy} element={<PrivacyPage />} />
			<Route path={PAGES.maintenance} element={<MaintenancePage />} />
			<Route element={<RequireSession />}>
				<Route path={PAGES.chat} element={<ChatPage />} />
				<Route path={PAGES.chats} element={<ChatsPage />} />
				<Route path={PAGES.availableBuyers} element={<AvailableBuyersPage />} />
				<Route path={PAGES.myReports} element={<MyReportsPage />} />
				<Route path={PAGES.notifications} element={<NotificationsPage />} />
				<Route path={PAGES.profile} element={<ProfilePage />} />
				<Route path={PAGES.account} element={<AccountPage />} />
			</Route>
			<Route element={<RequireSession keepMounted />}>
				<Route path={PAGES.post} element={<PostPage />} />
				<Route path={PAGES.updateItem} element={<UpdateItemPage />} />
			</Route>
			<Route path="*" element={<NotFoundPage />} />
		</Routes>
	);
}
