import { lazy } from 'react';
import { Route, Routes } from 'react-router';
import { PAGES } from '#contract/pages.ts';
import { lazyPage } from './lazy-page.tsx';
import { RequireSession } from './require-session.tsx';

const HomePage = lazyPage(PAGES.home, async () => ({
	default: (await import('#web/features/home/home-page.tsx')).HomePage,
}));
const CategoryPage = lazyPage(PAGES.category, async () => ({
	default: (await import('#web/features/items/category-page.tsx')).CategoryPage,
}));
const ItemPage = lazyPage(PAGES.item, async () => ({
	default: (await import('#web/features/items/item-page.tsx')).ItemPage,
}));
const LoginPage = lazyPage(PAGES.login, async () => ({
	default: (await import('#web/features/auth/login-page.tsx')).LoginPage,
}));
const SignupPage = lazyPage(PAGES.signup, async () => ({
	default: (await import('#web/features/auth/signup-page.tsx')).SignupPage,
}));
const AuthSuccessPage = lazyPage(PAGES.authSuccess, async () => ({
	default: (await import('#web/features/auth/auth-success-page.tsx')).AuthSuccessPage,
}));
const ProfilePage = lazyPage(PAGES.profile, async () => ({
	default: (await import('#web/features/profile/profile-page.tsx')).ProfilePage,
}));
const PostPage = lazyPage(PAGES.post, async () => ({
	default: (await import('#web/features/item-form/post-page.tsx')).PostPage,
}));
const UpdateItemPage = lazyPage(PAGES.updateItem, async () => ({
	default: (await import('#web/features/item-form/update-item-page.tsx')).UpdateItemPage,
}));

const ForgotPasswordPage = lazyPage(PAGES.forgotPassword, async () => ({
	default: (await import('#web/features/auth/forgot-password-page.tsx')).ForgotPasswordPage,
}));
const ResetPasswordPage = lazyPage(PAGES.resetPassword, async () => ({
	default: (await import('#web/features/auth/reset-password-page.tsx')).ResetPasswordPage,
}));
const ConfirmEmailPage = lazyPage(PAGES.confirmEmail, async () => ({
	default: (await import('#web/features/auth/confirm-email-page.tsx')).ConfirmEmailPage,
}));
const PersonPage = lazyPage(PAGES.person, async () => ({
	default: (await import('#web/features/people/person-page.tsx')).PersonPage,
}));
const AccountPage = lazyPage(PAGES.account, async () => ({
	default: (await import('#web/features/account/account-page.tsx')).AccountPage,
}));
const ChatPage = lazyPage(PAGES.chat, async () => ({
	default: (await import('#web/features/chat/chat-page.tsx')).ChatPage,
}));
const ChatsPage = lazyPage(PAGES.chats, async () => ({
	default: (await import('#web/features/chats/chats-page.tsx')).ChatsPage,
}));
const AvailableBuyersPage = lazyPage(PAGES.availableBuyers, async () => ({
	default: (await import('#web/features/chats/available-buyers-page.tsx')).AvailableBuyersPage,
}));
const MyReportsPage = lazyPage(PAGES.myReports, async () => ({
	default: (await import('#web/features/reports/my-reports-page.tsx')).MyReportsPage,
}));
const NotificationsPage = lazyPage(PAGES.notifications, async () => ({
	default: (await import('#web/features/notices/notifications-page.tsx')).NotificationsPage,
}));
const UnsubscribePage = lazyPage(PAGES.unsubscribe, async () => ({
	default: (await import('#web/features/notices/unsubscribe-page.tsx')).UnsubscribePage,
}));
const AboutPage = lazyPage(PAGES.about, async () => ({
	default: (await import('#web/features/about/about-page.tsx')).AboutPage,
}));
const FeedbackPage = lazyPage(PAGES.feedback, async () => ({
	default: (await import('#web/features/feedback/feedback-page.tsx')).FeedbackPage,
}));
const RulesPage = lazyPage(PAGES.rules, async () => ({
	default: (await import('#web/features/about/rules-page.tsx')).RulesPage,
}));
const PrivacyPage = lazyPage(PAGES.privacy, async () => ({
	default: (await import('#web/features/about/privacy-page.tsx')).PrivacyPage,
}));
const MaintenancePage = lazyPage(PAGES.maintenance, async () => ({
	default: (await import('#web/features/maintenance/maintenance-page.tsx')).MaintenancePage,
}));

const NotFoundPage = lazy(async () => ({
	default: (await import('./not-found-page.tsx')).NotFoundPage,
}));

/** Every page comes when it is asked for. */
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
			<Route element={<RequireSession keepsWork />}>
				<Route path={PAGES.post} element={<PostPage />} />
				<Route path={PAGES.updateItem} element={<UpdateItemPage />} />
			</Route>
			<Route path="*" element={<NotFoundPage />} />
		</Routes>
	);
}
