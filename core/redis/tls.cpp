// SPDX-License-Identifier: MIT
#include "core/redis/tls.h"

#include "core/model/errors.h"
#include "core/model/text.h"
#include "core/redis/address_faults.h"
#include "core/redis/freed.h"
#include "core/redis/ssh.h"

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

#include <algorithm>
#include <ctime>
#include <utility>

namespace ratewarden {
namespace {

using Context = std::unique_ptr<SSL_CTX, Freed<SSL_CTX_free>>;
using Session = std::unique_ptr<SSL_SESSION, Freed<SSL_SESSION_free>>;
using SslConnection = std::unique_ptr<SSL, Freed<SSL_free>>;
using Method = std::unique_ptr<BIO_METHOD, Freed<BIO_meth_free>>;

class TlsCategory final : public std::error_category {
public:
    const char* name() const noexcept override { return "TLS"; }
    std::string message(int code) const override
    {
        const auto packed = static_cast<unsigned>(code);
        if (ERR_SYSTEM_ERROR(packed))
            return std::generic_category().message(ERR_GET_REASON(packed));
        const char* const text = ERR_reason_error_string(packed);
        return text != nullptr ? text : "a TLS error";
    }
};

/// The oldest error of OpenSSL in this thread, which is the cause of the others; forgets them all.
std::error_code takeTlsError()
{
    const unsigned long code = ERR_get_error();
    ERR_clear_error();
    return {int(code), tlsCategory()};
}

std::string oneLine(const X509_NAME* name)
{
    const std::unique_ptr<BIO, Freed<BIO_free_all>> memory(BIO_new(BIO_s_mem()));
    X509_NAME_print_ex(memory.get(), name, 0, XN_FLAG_ONELINE & ~ASN1_STRFLGS_ESC_MSB);
    char* text = nullptr;
    const long size = BIO_get_mem_data(memory.get(), &text);
    return printable(std::string_view(text, std::size_t(std::max(size, 0L))));
}

std::chrono::sys_seconds timeOf(const ASN1_TIME* time)
{
    std::tm parts{};
    ASN1_TIME_to_tm(time, &parts);
    return std::chrono::sys_seconds(std::chrono::seconds(timegm(&parts)));
}

bool isAddress(const std::string& host)
{
    const std::unique_ptr<ASN1_OCTET_STRING, Freed<ASN1_OCTET_STRING_free>> address(
        a2i_IPADDRESS(host.c_str()));
    ERR_clear_error();
    return address != nullptr;
}

} // namespace

const std::error_category& tlsCategory()
{
    static const TlsCategory category;
    return category;
}

class TlsClient {
public:
    explicit TlsClient(const Endpoint& endpoint)
        : where(endpoint.text())
        , name(endpoint.tls->serverName.empty() ? endpoint.host : endpoint.tls->serverName)
        , context(SSL_CTX_new(TLS_client_method()))
    {
        if (!context)
            throw std::bad_alloc();
        SSL_CTX* const its = context.get();
        SSL_CTX_set_min_proto_version(its, TLS1_2_VERSION);
        SSL_CTX_set_verify(its, SSL_VERIFY_PEER, nullptr);
        // Redis' replies say themselves how long they are, so that nobody gains from cutting the stream.
        SSL_CTX_set_options(its, SSL_OP_IGNORE_UNEXPECTED_EOF);
        SSL_CTX_set_mode(its, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER |
                                  SSL_MODE_RELEASE_BUFFERS);
        SSL_CTX_set_session_cache_mode(its, SSL_SESS_CACHE_CLIENT | SSL_SESS_CACHE_NO_INTERNAL);
        SSL_CTX_set_app_data(its, this);
        SSL_CTX_sess_set_new_cb(its, [](SSL* connection, SSL_SESSION* newest) {
            static_cast<TlsClient*>(SSL_CTX_get_app_data(SSL_get_SSL_CTX(connection)))->session.reset(newest);
            return 1; // it is ours now
        });
        load(*endpoint.tls);
    }

    const std::string where;
    const std::string name; ///< that the server must prove: a host's, or an IP address
    const Context context;
    Session session; ///< the newest that the server can continue; none: there is none yet

private:
    void load(const TlsSettings& settings)
    {
        const auto require = [](int done, const std::string& file) {
            if (done != 1)
                throw InvalidArgument(Problem(Fault::TlsFile, file, takeTlsError().message()));
        };
        SSL_CTX* const its = context.get();
        ERR_clear_error();
        if (settings.caFile.empty())
            require(SSL_CTX_set_default_verify_paths(its), "");
        else
            require(SSL_CTX_load_verify_locations(its, settings.caFile.c_str(), nullptr), settings.caFile);
        if (settings.certFile.empty())
            return;
        const std::string& key = settings.keyFile.empty() ? settings.certFile : settings.keyFile;
        require(SSL_CTX_use_certificate_chain_file(its, settings.certFile.c_str()), settings.certFile);
        // A key with a passphrase is refused, as nobody is there to type it.
        SSL_CTX_set_default_passwd_cb(its, [](char*, int, int, void*) { return 0; });
        require(SSL_CTX_use_PrivateKey_file(its, key.c_str(), SSL_FILETYPE_PEM), key);
        require(SSL_CTX_check_private_key(its), key);
    }
};

std::shared_ptr<TlsClient> tlsClientOf(const Endpoint& endpoint)
{
    return std::make_shared<TlsClient>(endpoint);
}

/// OpenSSL reads and writes through another stream, which knows deadlines.
class TlsStream final : public Stream {
public:
    TlsStream(std::unique_ptr<Stream> plain, std::shared_ptr<TlsClient> client)
        : m_plain(std::move(plain)), m_client(std::move(client)), m_ssl(SSL_new(context()))
    {
        BIO* const bio = m_ssl ? BIO_new(method()) : nullptr;
        if (bio == nullptr)
            throw std::bad_alloc();
        BIO_set_data(bio, this);
        BIO_set_init(bio, 1);
        SSL_set_bio(m_ssl.get(), bio, bio); // it owns the BIO now
    }

    ~TlsStream() override
    {
        if (!m_failed && !isOfParent()) {
            m_deadline = Clock::now(); // the end is announced, but not waited for
            SSL_shutdown(m_ssl.get());
        }
        ERR_clear_error();
    }

    void shakeHands(Deadline deadline)
    {
        const std::string& name = m_client->name;
        X509_VERIFY_PARAM* const required = SSL_get0_param(m_ssl.get());
        if (isAddress(name)) {
            X509_VERIFY_PARAM_set1_ip_asc(required, name.c_str());
        } else {
            X509_VERIFY_PARAM_set_hostflags(required, X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS);
            X509_VERIFY_PARAM_set1_host(required, name.c_str(), name.size());
            SSL_set_tlsext_host_name(m_ssl.get(), name.c_str());
        }
        if (m_client->session)
            SSL_set_session(m_ssl.get(), m_client->session.get());
        begin(deadline);
        const int done = SSL_connect(m_ssl.get());
        if (done != 1)
            failToConnect(SSL_get_error(m_ssl.get(), done));
    }

    Moved write(std::string_view bytes, Deadline deadline) override
    {
        begin(deadline);
        std::size_t count = 0;
        const int done = SSL_write_ex(m_ssl.get(), bytes.data(), bytes.size(), &count);
        return done == 1 ? Moved{count} : Moved{0, errorOf(SSL_get_error(m_ssl.get(), done))};
    }

    Moved read(std::span<char> buffer, Deadline deadline) override
    {
        begin(deadline);
        std::size_t count = 0;
        const int done = SSL_read_ex(m_ssl.get(), buffer.data(), buffer.size(), &count);
        if (done == 1)
            return {count};
        const int kind = SSL_get_error(m_ssl.get(), done);
        return kind == SSL_ERROR_ZERO_RETURN ? Moved{} : Moved{0, errorOf(kind)};
    }

    bool peerClosed() override
    {
        // What waits in the socket may be a session ticket or a close_notify: only TLS can tell.
        begin(Clock::now());
        char byte = 0;
        std::size_t count = 0;
        const int done = SSL_peek_ex(m_ssl.get(), &byte, 1, &count);
        return done != 1 && SSL_get_error(m_ssl.get(), done) != SSL_ERROR_WANT_READ;
    }

    void shutdown() override { m_plain->shutdown(); }
    int descriptor() const override { return m_plain->descriptor(); }

    std::optional<TlsState> tls() const override
    {
        const std::unique_ptr<X509, Freed<X509_free>> certificate(SSL_get1_peer_certificate(m_ssl.get()));
        if (!certificate)
            return std::nullopt;
        return TlsState{SSL_get_version(m_ssl.get()),
                        SSL_get_cipher_name(m_ssl.get()),
                        oneLine(X509_get_subject_name(certificate.get())),
                        oneLine(X509_get_issuer_name(certificate.get())),
                        timeOf(X509_get0_notAfter(certificate.get())),
                        SSL_session_reused(m_ssl.get()) == 1};
    }

    std::string complaint() override { return m_plain->complaint(); }

private:
    SSL_CTX* context() const { return m_client->context.get(); }

    void begin(Deadline deadline)
    {
        m_deadline = deadline;
        m_error.clear();
        ERR_clear_error();
    }

    /// Why a call of OpenSSL failed; `kind` is SSL_get_error()'s.
    std::error_code errorOf(int kind)
    {
        m_failed = true;
        if (m_error)
            return m_error;
        if (kind == SSL_ERROR_SSL)
            return takeTlsError();
        return std::make_error_code(std::errc::connection_reset);
    }

    [[noreturn]] void failToConnect(int kind)
    {
        using Reason = Unavailable::Reason;
        const std::string& where = m_client->where;
        const auto failure = [&](Reason reason, const std::string& words) {
            return Unavailable(Problem(reason, "", where, words), Unavailable::Effect::None);
        };
        const std::error_code error = errorOf(kind);
        const long verified = SSL_get_verify_result(m_ssl.get());
        if (verified != X509_V_OK)
            throw failure(verified == X509_V_ERR_CERT_HAS_EXPIRED ? Reason::CertificateExpired
                                                                  : Reason::BadCertificate,
                          X509_verify_cert_error_string(verified));
        if (error == std::errc::timed_out) // a server without TLS waits for the end of a line
            throw failure(Reason::NoTls, "no answer to the TLS handshake in time");
        if (const std::string words = m_plain->complaint(); !words.empty())
            throw Unavailable(sshProblem(words, "", where), Unavailable::Effect::None);
        throw failure(Reason::NoTls, error.message());
    }

    static int readPlain(BIO* bio, char* buffer, int size)
    {
        auto& self = *static_cast<TlsStream*>(BIO_get_data(bio));
        BIO_clear_retry_flags(bio);
        const Moved moved = self.m_plain->read({buffer, std::size_t(size)}, self.m_deadline);
        self.m_error = moved.error;
        self.m_ended = !moved.error && moved.count == 0;
        if (!moved.error)
            return int(moved.count);
        if (moved.error == std::errc::timed_out)
            BIO_set_retry_read(bio);
        return -1;
    }

    static int writePlain(BIO* bio, const char* bytes, int size)
    {
        auto& self = *static_cast<TlsStream*>(BIO_get_data(bio));
        BIO_clear_retry_flags(bio);
        // OpenSSL keeps the rest of a record, and goes on there when it is called again.
        const Moved moved = self.m_plain->write({bytes, std::size_t(size)}, self.m_deadline);
        self.m_error = moved.error;
        if (!moved.error)
            return int(moved.count);
        if (moved.error == std::errc::timed_out)
            BIO_set_retry_write(bio);
        return -1;
    }

    static long control(BIO* bio, int command, long /*number*/, void* /*pointer*/)
    {
        if (command == BIO_CTRL_FLUSH)
            return 1;
        return command == BIO_CTRL_EOF && static_cast<TlsStream*>(BIO_get_data(bio))->m_ended ? 1 : 0;
    }

    static const BIO_METHOD* method()
    {
        static const Method method = [] {
            Method made(BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "ratewarden stream"));
            BIO_meth_set_read(made.get(), readPlain);
            BIO_meth_set_write(made.get(), writePlain);
            BIO_meth_set_ctrl(made.get(), control);
            return made;
        }();
        return method.get();
    }

    const std::unique_ptr<Stream> m_plain;
    const std::shared_ptr<TlsClient> m_client;
    Deadline m_deadline{};   // of what is being done
    std::error_code m_error; // of m_plain
    bool m_ended = false;    // m_plain's peer has closed
    bool m_failed = false;   // a call has failed or timed out; the end is not announced then
    SslConnection m_ssl;     // last: it uses the others
};

std::unique_ptr<Stream> encrypt(std::unique_ptr<Stream> plain, std::shared_ptr<TlsClient> client,
                                Stream::Deadline deadline)
{
    auto stream = std::make_unique<TlsStream>(std::move(plain), std::move(client));
    stream->shakeHands(deadline);
    return stream;
}

} // namespace ratewarden
