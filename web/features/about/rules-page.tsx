import { PAGE_TABLE } from '#contract/core/pages.ts';
import { site } from '#web/lib/site.ts';
import { BulletList, MailLink, TextLink, TextPage, TextSection } from './text-page.tsx';

/** The rules: allowed items, safe meetings, consequences of breaking the rules, and appeals. */
export function RulesPage() {
	return (
		<TextPage
			title={PAGE_TABLE.rules.label}
			lead="Sell what is yours, say what is wrong with it, meet in the open, and pay when you have seen it."
		>
			<AllowedItems />
			<TextSection title="What you may not sell">
				<BulletList>
					<li>
						Anything stolen, borrowed or not yours: library books and laboratory equipment too.
					</li>
					<li>Weapons, alcohol, tobacco, vapes, drugs, and medicines of any kind.</li>
					<li>Fakes, pirated books and software, and scans of books that are on sale.</li>
					<li>
						Papers that are not public yet, answers to a running examination, and assignments or
						projects written for somebody else.
					</li>
					<li>ID cards, hall tickets, SIM cards, accounts and memberships.</li>
					<li>Animals, adult content, loans, investments and anything unlawful.</li>
				</BulletList>
			</TextSection>
			<SafetyTips />
			<TextSection title="How we treat each other">
				<BulletList>
					<li>No insults, threats or advances. No means no.</li>
					<li>
						Answer people who ask, and mark what is sold as sold: you cannot undo that yourself.
					</li>
					<li>Keep other people’s numbers, addresses and chats to yourself.</li>
					<li>
						You can block a person in the chat or on their page. They are not told; neither of you
						gets the other’s messages then.
					</li>
				</BulletList>
			</TextSection>
			<ReportHandling />
			<TextSection title="How to appeal">
				<p>
					We make mistakes. Write to <MailLink address={site.supportEmail} /> with the number at the
					end of the item’s address, or from the email address of your account, and say why we
					should look again. A person answers, Monday to Friday. A listing can be put back, a
					suspension lifted, and an item that was marked as sold by mistake put on sale again.
				</p>
			</TextSection>
		</TextPage>
	);
}

function AllowedItems() {
	return (
		<TextSection title="What you may sell">
			<BulletList>
				<li>
					What a student needs and you no longer do: electronics, books, previous-year question
					papers, instruments, essentials of hostel life.
				</li>
				<li>Things that are here, that belong to you, and that you can hand over yourself.</li>
				<li>
					One listing for one thing, with your own photos of it, an honest description, and the
					price you really want.
				</li>
			</BulletList>
		</TextSection>
	);
}

function SafetyTips() {
	return (
		<TextSection title="How to meet safely">
			<BulletList>
				<li>
					Meet on campus, in daylight, where other people are: the canteen, the library steps, the
					main gate. Bring a friend for anything expensive.
				</li>
				<li>Look at it and try it before you pay. Plug it in, count the pages, ride it.</li>
				<li>
					Pay when you meet and have seen it. No advance, no token amount, no courier: who asks for
					one is most likely not selling anything.
				</li>
				<li>
					Nobody needs a QR code, a UPI PIN or an OTP to send you money. Scanning a code or entering
					your PIN always pays.
				</li>
				<li>Stay in the chat until you meet: what is written here can be reported.</li>
			</BulletList>
		</TextSection>
	);
}

function ReportHandling() {
	return (
		<TextSection title="What happens to a report">
			<p>
				Report an item on its page, and a person in the chat or on theirs. Administrators look into
				it; we never tell anyone that it was you. You can see the outcome under{' '}
				<TextLink to={PAGE_TABLE.myReports.path}>{PAGE_TABLE.myReports.label}</TextLink>.
			</p>
			<p>
				They may take a listing down, whose owner then sees the reason on its page, warn a person,
				or suspend an account. Who is suspended cannot log in, and their items leave the listings
				until the suspension is lifted.
			</p>
		</TextSection>
	);
}
