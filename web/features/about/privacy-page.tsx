import { PAGE_TABLE, PAGES } from '#contract/core/pages.ts';
import { DEAL_LIMITS } from '#contract/deals/facts.ts';
import { site } from '#web/lib/site.ts';
import { BulletList, MailLink, TextLink, TextPage, TextSection } from './text-page.tsx';

/** The privacy policy: which data is stored, why, how long, who sees it, and how to export or delete it. */
export function PrivacyPage() {
	return (
		<TextPage
			title={PAGE_TABLE.privacy.label}
			lead={`${site.name} keeps what a market needs and nothing else: no advertising, no tracking, nothing sold or given away.`}
		>
			<StoredData />
			<DataAccess />
			<TextSection title="How long">
				<BulletList>
					<li>Your account, items, chats and reports: for as long as you have the account.</li>
					<li>A login: 30 days, or until you log out.</li>
					<li>
						That somebody says you did not come to a hand-over: it counts for{' '}
						{DEAL_LIMITS.missedDays} days.
					</li>
					<li>The server’s notes of logins and refused requests: at least a month.</li>
					<li>Photos that no longer belong to an item, or that you did not send: about a day.</li>
					<li>
						Items that administrators delete: out of sight at once, their photos gone in 30 days.
					</li>
					<li>
						Feedback you send without an account: until you ask us to delete it, or we no longer
						need it.
					</li>
				</BulletList>
			</TextSection>
			<YourData />
			<BrowserStorage />
			<TextSection title="Mails">
				<p>
					Some are about the safety of your account and always come: to confirm your address, to set
					a new password, to tell you that either was changed.
				</p>
				<p>
					All others you choose on <TextLink to={PAGES.account}>your account page</TextLink>:
					messages that you have not read for ten minutes, what became of your reports, warnings,
					announcements. Each of these mails has a link that unsubscribes you with one click.
				</p>
			</TextSection>
			<TextSection title="Others">
				<p>
					Pages, fonts and photos all come from here; no other company learns that you were. Only if
					you sign in with Google does Google learn that you use this market. We then get your name,
					your email address and a number that stands for you there, never your password.
				</p>
				<p>
					Questions, or something here that is not right? Write to{' '}
					<MailLink address={site.supportEmail} />.
				</p>
			</TextSection>
		</TextPage>
	);
}

function StoredData() {
	return (
		<TextSection title="What we keep, and what for">
			<BulletList>
				<li>
					<strong>Your account</strong>: name, email address or phone number, picture, when you
					signed up, and your branch and semester if you tell us. Your password only as a hash that
					cannot be turned back.
				</li>
				<li>
					<strong>Your logins</strong>: when, and what your browser calls itself, so that you can
					see and end them. To notice break-ins, the server also notes the internet address of
					logins, of changes to an account, and of requests that it refuses.
				</li>
				<li>
					<strong>Your items</strong>: words, price, photos. Photos lose everything that a phone
					writes into them: where and when they were taken, and with what.
				</li>
				<li>
					<strong>The items you save</strong>, with their prices at that time, to tell you when one
					gets cheaper. Sellers see how many people saved an item, never who.
				</li>
				<li>
					<strong>Your chats</strong>: the messages and photos, when they arrived and were read, and
					whom you block. Only the two of you see the photos, and administrators if one of you
					reports the chat.
				</li>
				<li>
					<strong>Your deals</strong>: offers, reservations and hand-overs with their steps, places
					and times, whether somebody says that the other did not come, and the reviews that you
					write and get.
				</li>
				<li>
					<strong>What you look for</strong>: your wanted posts, and the items that you offer for
					those of others.
				</li>
				<li>
					<strong>Your reports and feedback</strong>: what you wrote, and what became of it.
				</li>
				<li>
					<strong>Your notifications</strong>, and which of them you want.
				</li>
				<li>
					<strong>Searches that you save</strong>, with the items found for them, until you remove
					them.
				</li>
			</BulletList>
			<p>There is no log of the pages that you look at or of what else you search for.</p>
		</TextSection>
	);
}

function DataAccess() {
	return (
		<TextSection title="Who sees it">
			<BulletList>
				<li>
					<strong>Everyone</strong>: your items and wanted posts, your name and picture, the month
					you joined, whether your college address is confirmed, how many items you sold and deals
					you completed, how soon you usually answer, whether you are reliable at hand-overs, and
					reviews about you and by you. Never your email address or phone number.
				</li>
				<li>
					<strong>Buyer and seller</strong>: their chat and their deal, and once the buyer has
					written in it, whether the other is here, unless one has blocked the other. Administrators
					can open the end of a chat only where a report of a person points to it, and only until
					that report is decided.
				</li>
				<li>
					<strong>Administrators</strong>: accounts with their email addresses and phone numbers,
					items with their deals, missed hand-overs, wanted posts, reports and feedback, to look
					after the market. What they do is written down and cannot be changed afterwards.
				</li>
				<li>
					<strong>Feedback</strong> is shown to everyone only after an administrator has approved
					it, with your name and without your address.
				</li>
			</BulletList>
		</TextSection>
	);
}

function YourData() {
	return (
		<TextSection title="Get it, or delete it">
			<p>
				On <TextLink to={PAGES.account}>your account page</TextLink> you can download everything
				that we store about you as one file, at any time.
			</p>
			<p>
				There you can delete your account, too. At once, and for good, your name, picture, contacts
				and password are erased, the words and photos of your items, messages, deals and wanted
				posts, and the words of your reports and feedback. Reviews that you wrote, and your answers
				to those about you, stay under ‘Deleted user’, as they are about another person’s conduct.
				What others wrote to you stays with them, next to that name.
			</p>
			<p>
				Backups of the market are kept for a month. What you delete is still in them until then. An
				account that you deleted is deleted again should one of them be needed.
			</p>
		</TextSection>
	);
}

function BrowserStorage() {
	return (
		<TextSection title="In your browser">
			<BulletList>
				<li>
					<strong>Local storage</strong> holds your login and your number, until you log out.
				</li>
				<li>
					<strong>Session storage</strong> holds, until you close the tab, the page to which you
					return from Google, and the code of a link that we mailed you, until you have used it.
				</li>
				<li>
					<strong>Cookies</strong>, seven at most. None follows you, none opens anything:
					<Cookies />
				</li>
				<li>
					<strong>Drafts</strong>: items that you have not posted, messages that have not gone out
					yet, and what you have written into other forms and not sent wait on your device, also
					when your login has ended by itself. Logging out erases them, and so does somebody else
					who logs in there, or a month in which you do not.
				</li>
				<li>
					<strong>What you looked at lately</strong>, the last twelve items, your last searches and
					the places of the college where you last proposed to meet stay on your device, too, and
					are erased together with your drafts. What you looked at before you log in belongs to your
					list then. Your browser asks us whether the items are still on sale; we keep no record of
					it. On the home page you can clear them at any time.
				</li>
				<li>
					<strong>Items that you save before you log in</strong> are kept on your device alone. When
					you log in there, they become the ones of your account.
				</li>
				<li>
					<strong>For when you are offline</strong>, your browser keeps public pages and photos that
					you have seen. They are erased together with your drafts.
				</li>
			</BulletList>
		</TextSection>
	);
}

function Cookies() {
	return (
		<BulletList>
			<li>
				<code>theme</code> remembers light or dark, if you have chosen: for a year.
			</li>
			<li>
				<code>signed-in</code> says that somebody is logged in here, not who, so that pages look
				right from the start: for 30 days after your last visit, or until you log out.
			</li>
			<li>
				<code>confirm-line</code> remembers that your email address is not confirmed, or for three
				days that you have dismissed the line that says so: until you confirm it or log out.
			</li>
			<li>
				<code>home-rows</code> remembers which rows your home page had, so that nothing moves while
				it loads: for 30 days after your last visit there, or until you log out.
			</li>
			<li>
				<code>known-here</code> tells us that you have logged in here before, so that somebody who
				tries passwords elsewhere does not make you wait: for a year after you last used yours;
				logging out leaves it.
			</li>
			<li>
				<code>pending-sign-in</code> lets us know you again when you come back from Google: for ten
				minutes at most.
			</li>
			<li>
				<code className="wrap-anywhere">passdown_line</code> keeps you with the same one of our
				computers, where there are several: until you close the browser.
			</li>
		</BulletList>
	);
}
