import { CHAT_LIMITS } from '#contract/chat/facts.ts';
import { WATCHING_LIMITS } from '#contract/items/watching-facts.ts';

/** Markdown for the OpenAPI document: the realtime events, which OpenAPI can't describe. */
export const SOCKET_EVENTS_DESCRIPTION = `
## Realtime connection

Socket.IO 4 at the default path, with \`auth: { token }\`. Without a session the connection is refused. Every event a client
sends may request an acknowledgement: \`{ success: true, … }\` or \`{ success: false, code, message }\`; refusals are also sent as \`error-message\`
events, except for messages sent \`withoutJoining\`. A \`roomId\` is \`{itemId}-{buyerId}\`.

| Client sends | Payload | Answer |
|---|---|---|
| \`join room\` | \`{ itemId, userType, buyerId? }\` | \`room-joined\`, or \`room-switched\` from another room; \`userType\` is \`buyer\` or \`seller\` |
| \`send-message\` | \`{ roomId, message, photoIds?, clientId?, withoutJoining? }\`; the ids are those of \`POST chat/photos\`, and \`message\` may then be empty; \`withoutJoining: true\` sends into a chat that the connection has not joined | acknowledged with \`id\`; \`receive-message\` to the room |
| \`typing\` | \`{ roomId, isTyping }\` | \`typing\` to the other side |
| \`mark-read\`, \`mark-delivered\` | \`{ roomId, messageId }\` | \`receipt\` to the other side |
| \`watch-items\` | \`{ itemIds }\`, the items on the page, at most ${WATCHING_LIMITS.itemsMax}; replaces the previous list | acknowledged with the current \`items\`, without those hidden from the public; then \`item-changed\` |

| Server sends | Payload | To |
|---|---|---|
| \`room-joined\`, \`room-switched\` | \`{ roomId, messages, readId, deliveredId, undeliveredIds?, isHere }\`, the newest ${CHAT_LIMITS.historyOnJoin}, oldest first | the joining client |
| \`auto-connected\` | \`{ buyerId }\` | a seller who named no buyer |
| \`receive-message\` | \`{ id, roomId, message, userId, senderId, timestamp, createdAt, clientId, photos, isWithoutWords?, event? }\`; \`event\` is the step of a deal that the words tell of | the room |
| \`receipt\` | \`{ roomId, userId, readId, deliveredId, undeliveredIds? }\`: the other side's position, and which of one's own messages up to there never reach it | the other side, in the room |
| \`typing\` | \`{ roomId, userId, isTyping }\` | the other side, in the room |
| \`presence\` | \`{ userId, isHere }\` | people with an open chat with the user |
| \`chat-changed\` | \`{ roomId, messageId }\` | all devices of both sides |
| \`notices-changed\` | \`{}\` | all devices of a person |
| \`deal-changed\` | \`{ itemId, buyerId }\` | all devices of buyer and seller |
| \`item-changed\` | \`{ itemId, price, reservedUntil, status }\`; \`banned\` means hidden from the public | people who watch the item or have a chat about it open |
| \`market-closed\` | the body of a 503 response during maintenance | everyone |
| \`error-message\` | a message, then its code | people who are refused or whose session ends: 'Please log in again.' or 'This account has been suspended. Contact support.' |
`.trim();
